import { beforeEach, expect, it, vi } from "vitest";
import type { Statement } from "../../../shared/domain/finance/statement.ts";

/* With what a day's balance begins: the days before it are read until one knows its own. */
let days: Statement[] = [];
const asked: object[] = [];
vi.doMock("../../../shared/ledger/statements.ts", () => ({
  listStatements: async (merchantId: string, { limit, before }: { limit: number; before: string }) => {
    asked.push({ merchantId, limit, before });
    const items = days.filter(({ date }) => date < before).toReversed();
    return { items: items.slice(0, limit), hasMore: items.length > limit };
  },
  listStatementsBetween: async (_: string, from: string, to: string) =>
    days.filter(({ date }) => date >= from && date <= to),
}));
const { readBalanceReport, withBalance, withBalances } = await import(
  "../../../shared/flows/statements/report-balance.ts"
);

/** On each day ten cents come in. The processor says what the balance is where `cents` are given. */
const day = (date: number, { cents, final = true }: { cents?: number; final?: boolean } = {}) =>
  ({
    ...{ merchantId: "mer_1", date: `2026-07-0${date}`, final, unreachableAccounts: [], totals: [] },
    accounts: [
      {
        accountId: "acct_1",
        moves: [{ currency: "usd", accountNetCents: 10, payoutsCents: 0, payoutsReturnedCents: 0 }],
        ...(cents !== undefined && { known: { at: "closing", cents: { usd: cents } } }),
      },
    ],
  }) as unknown as Statement;
const openingOf = async (of: Statement) => (await withBalance(of)).balance.opening?.usd;

beforeEach(() => {
  asked.length = 0;
  days = [day(1, { cents: 100 }), day(2), day(3), day(4), day(5), day(6, { cents: 900 })];
});

it("a balance goes on from the last day that knows its own, which is looked for in ever larger steps", async () => {
  expect(await openingOf(day(5))).toBe(130);
  const ask = (limit: number, before: number) => ({
    merchantId: "mer_1",
    limit,
    before: `2026-07-0${before}`,
  });
  expect(asked).toEqual([ask(1, 5), ask(2, 4), ask(4, 2)]);
});

it.each([
  ["a day is missing", () => days.splice(2, 1)],
  ["a day is not final", () => days.splice(2, 1, day(3, { final: false }))],
  ["no day knows its own", () => days.splice(0, 1)],
])("a balance is not known where %s", async (_, change) => {
  change();
  expect(await openingOf(day(5))).toBeUndefined();
});

it("a balance of the days in between is their own, and nothing has none", async () => {
  const openings = await withBalances(days.slice(1, 3));
  expect(openings.map(({ balance }) => balance.opening?.usd)).toEqual([100, 110]);
  expect(await withBalances([])).toEqual([]);
});

it("a report of a range has its days, those before the merchant was there left out", async () => {
  const merchant = { merchantId: "mer_1", createdAt: Date.UTC(2026, 6, 2) };
  const report = await readBalanceReport(
    merchant,
    { from: "2026-07-01", to: "2026-07-07" },
    Date.UTC(2026, 6, 9),
  );
  expect(report.days.map(({ date }) => date)).toEqual(days.map(({ date }) => date));
  expect(report.missingDays).toEqual(["2026-07-07"]);
});

it.each([
  ["2026-07-01", "2026-06-30", "to must not be before from."],
  ["2026-07-01", "2027-07-02", "to must be at most 366 days after from."],
  ["2026-07-32", "2026-08-01", "from and to must be days, such as 2026-07-01."],
  ["2026-07-01", "2026-08-00", "from and to must be days, such as 2026-07-01."],
])("a report from %s to %s is rejected", async (from, to, detail) => {
  await expect(
    readBalanceReport({ merchantId: "mer_1", createdAt: 0 }, { from, to }, 0),
  ).rejects.toMatchObject({
    code: "invalid_request",
    extras: { errors: [{ pointer: "/to", detail }] },
  });
});

it("a report of 366 days is not too long", async () => {
  days = [];
  const range = { from: "2026-07-01", to: "2027-07-01" };
  expect((await readBalanceReport({ merchantId: "mer_1", createdAt: 0 }, range, 0)).days).toEqual([]);
});
