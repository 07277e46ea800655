import { partsOf } from "../world/parts.ts";
import type { Simulation } from "../world/simulation.ts";

/*
 * I8: opening + what moved − payouts + returned payouts = closing, for every day and currency that a merchant's report
 * knows, and for the whole of it, by books that are kept here from the processor's own lines. Nothing of the service's
 * own arithmetic is used.
 */
type Row = {
  currency: string;
  openingBalanceCents: number | null;
  accountNetCents: number;
  payoutsCents: number;
  payoutsReturnedCents: number;
  differenceCents: number | null;
  closingBalanceCents: number | null;
};
type Report = {
  complete: boolean;
  missingDays: string[];
  rows: Row[];
  days: { date: string; final: boolean; rows: Row[] }[];
};

const DAY_MS = 86_400_000;

/** `accountIds`: all that the merchant ever had. */
export function checkBalances(simulation: Simulation, accountIds: readonly string[], answer: string): void {
  const { days, rows, ...report } = JSON.parse(answer) as Report;
  const final = days.filter((day) => day.final);
  for (const { date, rows: ofDay } of final)
    checkRows(simulation, date, ofDay, bookOf(accountIds, Date.parse(date), Date.parse(date) + DAY_MS));
  const [first, last] = [days[0], days.at(-1)];
  // A sum over a gap says nothing of what moved in it.
  if (!report.complete || !first || !last) return;
  simulation.reach("months closed");
  const whole = bookOf(accountIds, Date.parse(first.date), Date.parse(last.date) + DAY_MS);
  checkRows(simulation, `${first.date} to ${last.date}`, rows, whole);
}

type Book = Map<
  string,
  { opening: number; moved: number; paidOut: number; returned: number; closing: number }
>;

const RETURNS = ["payout_failure", "payout_cancel"];

/** By currency, from the first line that the processor ever booked. */
function bookOf(accountIds: readonly string[], sinceMs: number, untilMs: number): Book {
  const book: Book = new Map();
  for (const line of accountIds.flatMap((id) => partsOf().processor.list("balance_transaction", id))) {
    const at = line.created * 1000;
    if (line.balance_type !== "payments" || at >= untilMs) continue;
    const sums = book.get(line.currency) ?? { opening: 0, moved: 0, paidOut: 0, returned: 0, closing: 0 };
    book.set(line.currency, sums);
    sums.closing += line.net;
    if (at < sinceMs) {
      sums.opening += line.net;
      continue;
    }
    const isPayout = line.type === "payout";
    const isReturn = RETURNS.includes(line.type);
    if (isPayout) sums.paidOut -= line.amount;
    if (isReturn) sums.returned += line.amount;
    sums.moved += isPayout || isReturn ? -line.fee : line.net;
  }
  return book;
}

function checkRows(simulation: Simulation, when: string, rows: readonly Row[], book: Book): void {
  for (const row of rows) {
    const { opening, moved, paidOut, returned, closing } = book.get(row.currency) ?? NOTHING;
    const isKnown = row.openingBalanceCents !== null && row.closingBalanceCents !== null;
    if (isKnown) simulation.reach("days with balances");
    if (paidOut !== 0) simulation.reach("days with payouts");
    if (returned !== 0) simulation.reach("days with returned payouts");
    const said = [row.accountNetCents, row.payoutsCents, row.payoutsReturnedCents];
    const booked = [moved, paidOut, returned];
    if (isKnown) {
      said.push(row.openingBalanceCents ?? 0, row.differenceCents ?? 0, row.closingBalanceCents ?? 0);
      booked.push(opening, 0, closing);
    }
    if (String(said) !== String(booked))
      simulation.violate("I8", `the balance of ${when} in ${row.currency} is ${said}; booked were ${booked}`);
  }
  // Nothing is left out either.
  for (const [currency, { moved, paidOut, returned }] of book)
    if ((moved || paidOut || returned) && !rows.some((row) => row.currency === currency))
      simulation.violate("I8", `the balance of ${when} does not show ${currency}`);
}

const NOTHING = { opening: 0, moved: 0, paidOut: 0, returned: 0, closing: 0 };
