import { randomUUID } from "node:crypto";
import { beforeAll, expect, it } from "vitest";
import type { MerchantApi } from "../../support/api.ts";
import { type Books, keepBooks } from "../../support/books.ts";
import { runDailyStatements } from "../../support/reconciliation.ts";
import { useService } from "../../support/use-service.ts";

/*
 * Thirty days of three merchants, driven over HTTP, and the books of an auditor who has nothing of this service: for
 * every day, month and currency opening + movements − payouts + returned payouts = closing, to the cent.
 */
const service = useService({ unscheduled: true });

const DAYS = 30;
const HOUR_SECONDS = 3600;
const DAY_SECONDS = 24 * HOUR_SECONDS;

type Merchant = {
  api: MerchantApi;
  accountId: string;
  /** The processor's balance when a day ended. */
  atMidnight: Map<string, Record<string, number>>;
  books: Books;
};

const merchants: Merchant[] = [];
let firstDay = "";
let lastDay = "";

const control = async (path: string, body: object = {}) => {
  const url = `${service.stack.processorUrl}/_simulator/${path}`;
  const answer = await fetch(url, { method: "POST", body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
  return (await answer.json()) as { id: string };
};

const now = async (): Promise<number> => {
  const answer = await fetch(`${service.stack.processorUrl}/_simulator/clock`);
  return Date.parse(String(((await answer.json()) as { now: string }).now)) / 1000;
};

const dateAt = (seconds: number) => new Date(seconds * 1000).toISOString().slice(0, 10);

/** To that second of the day, or of the next one. */
async function waitUntil(secondOfDay: number): Promise<void> {
  const gone = Math.floor(await now()) % DAY_SECONDS;
  await service.letPass(((secondOfDay - gone + DAY_SECONDS - 1) % DAY_SECONDS) + 1);
}

async function sell({ api, accountId }: Merchant, body: object, method = "pm_card_visa"): Promise<string> {
  const created = await api.create(body, randomUUID());
  expect(created.status).toBe(201);
  await service.confirm(created, method, accountId);
  return String(created.json.svcPaymentId);
}

const payOut = ({ accountId }: Merchant, amount: number, currency: string, method: "instant" | "standard") =>
  control(`accounts/${accountId}/payouts`, { amount, currency, method });

/** The latest one that the bank may still return. */
async function failLatest({ accountId }: Merchant, currency: string): Promise<void> {
  const { data } = await service.stripe.payouts.list({ limit: 100 }, { stripeAccount: accountId });
  const payout = data.find((one) => one.currency === currency && one.amount > 0 && one.status !== "failed");
  if (payout) await control(`payouts/${payout.id}/fail`, { failure_code: "account_closed" });
}

/** What happens on each day. Every merchant has what the others have not. */
const live = (day: number, [first, second, third]: [Merchant, Merchant, Merchant]) =>
  Promise.all([sellAbroad(day, first), payOutByHand(day, second), loseMoney(day, third)]);

/** Holds dollars and euros; pounds are converted. The bank returns payouts of both, days later. */
async function sellAbroad(day: number, merchant: Merchant): Promise<void> {
  await sell(merchant, { amountCents: 4999 + 37 * day });
  const euros = await sell(merchant, { amountCents: 1999 + 11 * day, currency: "eur" });
  if (day % 3 === 0) await sell(merchant, { amountCents: 1234, currency: "gbp" });
  if (day % 4 === 1) await merchant.api.refund(euros, { amountCents: 500 });
  if (day % 7 === 5) await failLatest(merchant, day % 2 === 0 ? "usd" : "eur");
}

/** Asks for its payouts itself, some at once, cancels some, and changes its currency in the middle of the month. */
async function payOutByHand(day: number, merchant: Merchant): Promise<void> {
  const { accountId, api } = merchant;
  if (day === 12) await service.stripe.accounts.update(accountId, { default_currency: "eur" });
  const sold = await sell(merchant, { amountCents: 7000 + 113 * day });
  if (day % 5 === 2) await api.refund(sold);
  if (day % 5 === 3) await payOut(merchant, 3000 + day, day < 12 ? "usd" : "eur", "instant");
  if (day % 6 === 4) {
    const { id } = await payOut(merchant, 2000, "usd", "standard");
    await control(`payouts/${id}/cancel`);
  }
}

/** Loses more than it earns, so that its bank is debited; sells past the service; has fees, holds and unknown lines. */
async function loseMoney(day: number, merchant: Merchant): Promise<void> {
  const { accountId, api } = merchant;
  const method = day % 2 === 1 ? "pm_card_visa" : "pm_card_createDispute";
  const lost = await sell(merchant, { amountCents: 900 + day }, method);
  if (day % 2 === 1) await api.refund(lost, { amountCents: 400 });
  if (day % 3 === 1)
    await service.stripe.paymentIntents.create(
      {
        ...{ amount: 2500, currency: "usd", payment_method: "pm_card_visa", confirm: true },
        return_url: "https://shop.example/return",
      },
      { stripeAccount: accountId },
    );
  const strange = [
    { type: "stripe_fee", reporting_category: "fee", amount: -150 - day },
    { type: "reserve_transaction", reporting_category: "risk_reserved_funds", amount: -800 },
    { type: "reserve_transaction", reporting_category: "risk_reserved_funds", amount: 800 },
    { type: "of_the_future", reporting_category: "of_the_future", amount: -3000 },
  ];
  await control(`accounts/${accountId}/balance`, strange[day % strange.length]);
  if (day === 9) await failLatest(merchant, "usd");
}

async function noteBalances(date: string): Promise<void> {
  for (const { accountId, atMidnight } of merchants) {
    const { available, pending } = await service.stripe.balance.retrieve({}, { stripeAccount: accountId });
    const sums: Record<string, number> = {};
    for (const { currency, amount } of [...available, ...pending])
      sums[currency] = (sums[currency] ?? 0) + amount;
    atMidnight.set(date, sums);
  }
}

beforeAll(async () => {
  for (let nth = 0; nth < 3; nth++) {
    const api = await service.otherMerchant();
    const { json } = await api.call("GET", "/v1/onboarding/status");
    const accountId = String(json.processorAccountId);
    merchants.push({ api, accountId, atMidnight: new Map(), books: undefined as never });
  }
  const [first, second, third] = merchants as [Merchant, Merchant, Merchant];
  await control(`accounts/${first.accountId}/settlement_currencies`, { currencies: ["eur"] });
  await control(`accounts/${second.accountId}/payout_schedule`, { interval: "manual" });
  firstDay = dateAt(await now());
  await waitUntil(10 * HOUR_SECONDS);
  await runDailyStatements(service);
  for (let day = 0; day < DAYS; day++) {
    await live(day, [first, second, third]);
    lastDay = dateAt(await now());
    // At midnight the next payouts leave.
    await waitUntil(DAY_SECONDS - 20);
    await noteBalances(lastDay);
    await waitUntil(10 * HOUR_SECONDS);
    await runDailyStatements(service);
  }
  for (const merchant of merchants) merchant.books = await keepBooks(service.stripe, merchant.accountId);
});

type Row = Record<string, number | null> & { currency: string };
type Report = {
  complete: boolean;
  missingDays: string[];
  notFinalDays: string[];
  rows: Row[];
  days: { date: string; final: boolean; rows: Row[] }[];
};

const reportOf = async ({ api }: Merchant, from: string, to: string): Promise<Report> => {
  const { status, json } = await api.call("GET", `/v1/reports/balance?from=${from}&to=${to}`);
  expect(status).toBe(200);
  return json as unknown as Report;
};

const numberOf = (row: Row | undefined, name: string) => row?.[name] ?? 0;

it("the month has what an auditor looks for", async () => {
  const [first, second, third] = merchants as [Merchant, Merchant, Merchant];
  expect(first.books.currencies).toEqual(["eur", "usd"]);
  expect(second.books.currencies).toEqual(["eur", "usd"]);
  for (const { books } of [first, second, third])
    expect(books.entries.filter(({ returned }) => returned !== 0).length).toBeGreaterThan(0);
  expect(third.books.entries.filter(({ payouts }) => payouts < 0).length).toBeGreaterThan(3);
  expect(merchants.flatMap(({ books }) => books.entries).length).toBeGreaterThan(300);
  const { data } = await service.stripe.payouts.list({ limit: 100 }, { stripeAccount: second.accountId });
  const instant = data.filter(({ method }) => method === "instant").map(({ currency }) => currency);
  expect(new Set(instant)).toEqual(new Set(["eur", "usd"]));
});

it("every day closes to the cent, as the processor's balance was at midnight, in every currency", async () => {
  for (const merchant of merchants) {
    const { books, atMidnight } = merchant;
    const { days, ...report } = await reportOf(merchant, firstDay, lastDay);
    expect(report).toMatchObject({
      ...{ complete: true, missingDays: [], notFinalDays: [], balanceChecked: true },
    });
    for (const [date, balance] of atMidnight)
      for (const currency of books.currencies) {
        const row = days.find((day) => day.date === date)?.rows.find((one) => one.currency === currency);
        const { moved, payouts, returned } = books.sum(date, date, currency);
        const closing = books.closing(date, currency);
        expect({ date, currency, closing: balance[currency] ?? 0 }).toEqual({ date, currency, closing });
        expect({
          ...{ date, currency, moved: numberOf(row, "accountNetCents") },
          payouts: numberOf(row, "payoutsCents"),
          returned: numberOf(row, "payoutsReturnedCents"),
          difference: numberOf(row, "differenceCents"),
          opening: numberOf(row, "openingBalanceCents"),
          closing: numberOf(row, "closingBalanceCents"),
        }).toEqual({
          ...{ date, currency, moved, payouts, returned, difference: 0, closing },
          opening: closing - moved + payouts - returned,
        });
      }
  }
});

/** As a person adds up what the report shows. */
const closingOf = (row: Row): number =>
  numberOf(row, "openingBalanceCents") +
  numberOf(row, "grossCents") -
  numberOf(row, "refundsCents") -
  numberOf(row, "disputesCents") -
  numberOf(row, "processorFeesCents") -
  numberOf(row, "platformFeesCents") +
  numberOf(row, "platformFeesReturnedCents") +
  numberOf(row, "merchantsOwnNetCents") +
  numberOf(row, "otherCents") -
  numberOf(row, "payoutsCents") +
  numberOf(row, "payoutsReturnedCents");

it("every month closes to the cent, and begins with what the month before has ended with", async () => {
  for (const merchant of merchants) {
    const dates = [...merchant.atMidnight.keys()];
    const months = [...new Set(dates.map((date) => date.slice(0, 7)))];
    const carried = new Map<string, number | null | undefined>();
    for (const month of months) {
      const ofMonth = dates.filter((date) => date.startsWith(month));
      const [from, to] = [ofMonth[0] ?? "", ofMonth.at(-1) ?? ""];
      const { rows } = await reportOf(merchant, from, to);
      for (const row of rows) {
        const { moved, payouts, returned } = merchant.books.sum(from, to, row.currency);
        expect(row).toMatchObject({
          accountNetCents: moved,
          payoutsCents: payouts,
          payoutsReturnedCents: returned,
          differenceCents: 0,
          closingBalanceCents: merchant.books.closing(to, row.currency),
        });
        expect(closingOf(row)).toBe(row.closingBalanceCents);
        if (carried.has(row.currency)) expect(row.openingBalanceCents).toBe(carried.get(row.currency));
        carried.set(row.currency, row.closingBalanceCents);
      }
    }
  }
});

it("the file of the month adds up to its report, and statements say the same as the report's days", async () => {
  for (const merchant of merchants) {
    const { rows, days } = await reportOf(merchant, firstDay, lastDay);
    const path = `/v1/reports/balance.csv?from=${firstDay}&to=${lastDay}`;
    const [header = "", ...lines] = (await merchant.api.call("GET", path)).text.trimEnd().split("\r\n");
    const names = header.split(",");
    for (const row of rows)
      for (const name of ["grossCents", "otherCents", "payoutsCents", "payoutsReturnedCents"]) {
        const cells = lines.map((line) => line.split(",")).filter((line) => line[2] === row.currency);
        const sum = cells.reduce((cents, line) => cents + Number(line[names.indexOf(name)]), 0);
        expect([row.currency, name, sum]).toEqual([row.currency, name, row[name]]);
      }
    const listed = (await merchant.api.call("GET", "/v1/statements?limit=100")).json as unknown as {
      date: string;
      balanceChecked: boolean;
      balances: Row[];
    }[];
    for (const { date, balances, balanceChecked } of listed.filter((one) =>
      merchant.atMidnight.has(one.date),
    )) {
      expect([date, balanceChecked]).toEqual([date, true]);
      const closings = (list: Row[] = []) => list.map((row) => [row.currency, row.closingBalanceCents]);
      expect([date, closings(balances)]).toEqual([
        date,
        closings(days.find((day) => day.date === date)?.rows),
      ]);
    }
  }
});

it("every line behind other and the merchant's own is listed for its day, and they add up to the statement", async () => {
  const OF_PAYMENTS = [
    "charge",
    "refund",
    "refund_failure",
    "platform_fee_return",
    "dispute",
    "dispute_reversal",
  ];
  const [, , merchant] = merchants as [Merchant, Merchant, Merchant];
  const { days } = await reportOf(merchant, firstDay, lastDay);
  const path = `/v1/reports/movements.csv?from=${firstDay}&to=${lastDay}`;
  const [header = "", ...lines] = (await merchant.api.call("GET", path)).text.trimEnd().split("\r\n");
  const names = header.split(",");
  const cell = (line: string, name: string) => line.split(",")[names.indexOf(name)] ?? "";
  let found = 0;
  for (const { date, rows } of days) {
    const ofDay = lines.filter((line) => cell(line, "date") === date);
    const netOf = (meant: (line: string) => boolean) => {
      const those = ofDay.filter(meant);
      found += those.length;
      return those.reduce((cents, line) => cents + Number(cell(line, "netCents")), 0);
    };
    const isOfPayment = (line: string) => OF_PAYMENTS.includes(cell(line, "kind"));
    const isOwn = (line: string) => isOfPayment(line) && cell(line, "merchantsOwn") === "true";
    const isOther = (line: string) => !isOfPayment(line) && !cell(line, "kind").startsWith("payout");
    expect({ date, own: netOf(isOwn), other: netOf(isOther) }).toEqual({
      date,
      own: numberOf(rows[0], "merchantsOwnNetCents"),
      other: numberOf(rows[0], "otherCents"),
    });
  }
  expect(found).toBeGreaterThan(30);
});

it("a payout that came back says when, and is on the statement of that day", async () => {
  for (const { api } of merchants) {
    const { json } = await api.call("GET", "/v1/payouts?limit=100");
    const returned = (json as unknown as { payoutId: string; returnedAt: string | null }[]).filter(
      ({ returnedAt }) => returnedAt,
    );
    expect(returned.length).toBeGreaterThan(0);
    for (const { payoutId, returnedAt } of returned) {
      const statement = await api.call("GET", `/v1/statements/${returnedAt?.slice(0, 10)}`);
      expect(statement.json.payoutsReturned).toContainEqual(expect.objectContaining({ payoutId }));
    }
  }
});
