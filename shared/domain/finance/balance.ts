import { compareText } from "../values.ts";
import { dayAfter } from "./day.ts";
import { isPayout, type Movement, netOf } from "./movement.ts";

/*
 * The balance of an account is the sum of all lines of its balance of payments, by currency: a payout is one, and one
 * that comes back is another. So for every day: opening + what moved − payouts + returned payouts = closing.
 *
 * A day knows only what moved, and what the processor could say of the balance. Openings and closings are chained when
 * they are read: days are made in any order, and again, and no stored number may be outdated by that.
 * Where the processor's balance is known it counts, and what the lines do not explain is a difference of that day.
 */

/** By currency. One that is not in it is 0. */
export type Cents = Readonly<Record<string, number>>;

/** What moved on an account in one currency: all but payouts, signed; what left for the bank; what came back from it. */
export type BalanceMoves = {
  currency: string;
  accountNetCents: number;
  payoutsCents: number;
  payoutsReturnedCents: number;
};

export type AccountDay = {
  accountId: string;
  moves: BalanceMoves[];
  /** By the processor. `opening`: it had no line before, and so nothing. */
  known?: { at: "opening" | "closing"; cents: Cents };
};

/** A payout's own fee, as for an instant one, is no part of what the bank gets. */
export const feeOfPayout = (movement: Movement): Movement => ({ ...movement, kind: "fee", amountCents: 0 });

export function addToBalance(
  accounts: readonly AccountDay[],
  accountId: string,
  { movements = [], known }: { movements?: readonly Movement[]; known?: AccountDay["known"] },
): AccountDay[] {
  const before = accounts.find((account) => account.accountId === accountId);
  const moves = new Map((before?.moves ?? []).map((move) => [move.currency, { ...move }]));
  for (const movement of movements) {
    if (movement.kind === "other_balance") continue;
    const { currency, kind, amountCents } = movement;
    const move = moves.get(currency) ?? noMoves(currency);
    if (kind === "payout") move.payoutsCents -= amountCents;
    if (kind === "payout_failure") move.payoutsReturnedCents += amountCents;
    move.accountNetCents += netOf(isPayout(kind) ? feeOfPayout(movement) : movement);
    moves.set(currency, move);
  }
  const after = { ...before, accountId, moves: [...moves.values()], ...(known && { known }) };
  return [...accounts.filter((account) => account !== before), after];
}

const noMoves = (currency: string): BalanceMoves => ({
  ...{ currency, accountNetCents: 0, payoutsCents: 0, payoutsReturnedCents: 0 },
});

const changeOf = (moves: BalanceMoves): number =>
  moves.accountNetCents - moves.payoutsCents + moves.payoutsReturnedCents;

/** A statement's part in the chain. */
export type DayOfBalance = {
  date: string;
  final: boolean;
  accounts: AccountDay[];
  unreachableAccounts: string[];
};

/** Of each account that could be read. */
type Closings = ReadonlyMap<string, Cents>;

/** undefined: it is not known. */
export type DayBalance = {
  opening: Cents | undefined;
  closing: Cents | undefined;
  moves: BalanceMoves[];
  /** The closing balance is the processor's own. */
  isChecked: boolean;
  /** On some account the processor has another balance than the day before and this day's lines give. */
  isDiffering: boolean;
  /** What the next day begins with. */
  carried: Closings | undefined;
};

/** `before`: as the day before ended, if that is known. */
export function balanceOf(day: DayOfBalance, before: Closings | undefined): DayBalance {
  const isReadable = ({ accountId }: AccountDay) => !day.unreachableAccounts.includes(accountId);
  const readable = day.accounts.filter(isReadable);
  const closings = new Map<string, Cents>();
  const openings: Cents[] = [];
  for (const account of readable) {
    const { accountId, known, moves } = account;
    const change = changesOf(moves);
    const isClosing = known?.at === "closing";
    const opening = before?.get(accountId) ?? (isClosing ? plus(known.cents, change, -1) : known?.cents);
    const closing = isClosing ? known.cents : opening && plus(opening, change);
    if (opening) openings.push(opening);
    if (closing) closings.set(accountId, closing);
  }
  const isWhole = closings.size === readable.length;
  const isOpeningKnown = openings.length === readable.length && readable.length > 0;
  const derived = isOpeningKnown ? sumOf(openings) : undefined;
  return {
    opening: before ? sumOf([...before.values()]) : derived,
    closing: isWhole && !isWaiting(day) ? sumOf([...closings.values()]) : undefined,
    moves: sumMoves(day.accounts.flatMap(({ moves }) => moves)),
    isChecked: readable.length > 0 && readable.every(({ known }) => known?.at === "closing"),
    isDiffering: readable.some((account) => isDiffering(account, before?.get(account.accountId))),
    carried: isWhole && day.final ? closings : undefined,
  };
}

const changesOf = (moves: readonly BalanceMoves[]): Cents =>
  Object.fromEntries(moves.map((move) => [move.currency, changeOf(move)]));

/** An account that comes or goes is none: there is no balance of the day before to compare with. */
function isDiffering({ known, moves }: AccountDay, before: Cents | undefined): boolean {
  if (!known || !before) return false;
  const expected = known.at === "closing" ? plus(before, changesOf(moves)) : before;
  return Object.values(plus(known.cents, expected, -1)).some((cents) => cents !== 0);
}

/** The merchant's own account cannot be read: what is on it is not nothing. A detached one is left out. */
const isWaiting = ({ final, unreachableAccounts }: DayOfBalance): boolean =>
  !final && unreachableAccounts.length > 0;

/** Days in their order. Nothing is carried over a day that is missing or not final. */
export function chainBalances<Day extends DayOfBalance>(
  days: readonly Day[],
  before: { date: string; carried: Closings } | undefined,
): (Day & { balance: DayBalance })[] {
  let last: { date: string; carried: Closings | undefined } | undefined = before;
  return days.map((day) => {
    const isNext = last !== undefined && dayAfter(last.date) === day.date;
    const balance = balanceOf(day, isNext ? last?.carried : undefined);
    last = { date: day.date, carried: balance.carried };
    return { ...day, balance };
  });
}

/** What a day, or several, came to in one currency. null: it is not known. */
export type BalanceThatDay = BalanceMoves & {
  openingBalanceCents: number | null;
  /** What the processor's balance has beside everything that moved. */
  differenceCents: number | null;
  closingBalanceCents: number | null;
};

/** A currency in which nothing is and nothing moved is left out. */
export function balanceRows({
  opening,
  closing,
  moves,
}: Pick<DayBalance, "opening" | "closing" | "moves">): BalanceThatDay[] {
  const inMoves = moves.map(({ currency }) => currency);
  const currencies = new Set([...inMoves, ...Object.keys(opening ?? {}), ...Object.keys(closing ?? {})]);
  return [...currencies]
    .toSorted(compareText)
    .map((currency) => {
      const moved = moves.find((move) => move.currency === currency) ?? noMoves(currency);
      const openingBalanceCents = opening ? (opening[currency] ?? 0) : null;
      const closingBalanceCents = closing ? (closing[currency] ?? 0) : null;
      const differenceCents =
        openingBalanceCents === null || closingBalanceCents === null
          ? null
          : closingBalanceCents - openingBalanceCents - changeOf(moved);
      return { ...moved, openingBalanceCents, differenceCents, closingBalanceCents };
    })
    .filter(
      ({ currency, ...row }) => inMoves.includes(currency) || Object.values(row).some((cents) => cents),
    );
}

export const plus = (one: Cents, other: Cents, sign: 1 | -1 = 1): Cents => {
  const sum: Record<string, number> = { ...one };
  for (const [currency, cents] of Object.entries(other)) sum[currency] = (sum[currency] ?? 0) + sign * cents;
  return sum;
};

const sumOf = (parts: readonly Cents[]): Cents => parts.reduce<Cents>((sum, part) => plus(sum, part), {});

/** One for each currency. */
export function sumMoves(moves: readonly BalanceMoves[]): BalanceMoves[] {
  const sums = new Map<string, BalanceMoves>();
  for (const move of moves) {
    const sum = sums.get(move.currency) ?? noMoves(move.currency);
    sums.set(move.currency, {
      currency: move.currency,
      accountNetCents: sum.accountNetCents + move.accountNetCents,
      payoutsCents: sum.payoutsCents + move.payoutsCents,
      payoutsReturnedCents: sum.payoutsReturnedCents + move.payoutsReturnedCents,
    });
  }
  return [...sums.values()];
}
