import { describe, expect, it } from "vitest";
import {
  type AccountDay,
  addToBalance,
  balanceRows,
  chainBalances,
  type DayOfBalance,
} from "../../../../shared/domain/finance/balance.ts";
import { reportBalance } from "../../../../shared/domain/finance/balance-report.ts";
import type { Movement } from "../../../../shared/domain/finance/movement.ts";
import { addMovement } from "../../../../shared/domain/finance/statement.ts";

const NO_FEES = { currency: "usd", platformFeeCents: 0, processorFeeCents: 0 };
const line = (kind: Movement["kind"], amountCents: number, given: Partial<Movement> = {}): Movement => ({
  ...{ kind, amountCents, ...NO_FEES, ...given },
});

const account = (movements: Movement[], known?: AccountDay["known"], accountId = "acct_1"): AccountDay[] =>
  addToBalance([], accountId, { movements, known });

const day = (date: string, accounts: AccountDay[], given: Partial<DayOfBalance> = {}): DayOfBalance => ({
  ...{ date, final: true, accounts, unreachableAccounts: [], ...given },
});

const BEGINS: AccountDay["known"] = { at: "opening", cents: {} };
const closing = (cents: Record<string, number>): AccountDay["known"] => ({ at: "closing", cents });

const chained = (days: DayOfBalance[]) =>
  chainBalances(days, undefined).map(({ balance }) =>
    balanceRows(balance).map((row) => [
      row.currency,
      row.openingBalanceCents,
      row.accountNetCents,
      row.payoutsCents,
      row.payoutsReturnedCents,
      row.differenceCents,
      row.closingBalanceCents,
    ]),
  );

describe("a balance", () => {
  it("begins with nothing, and each day with what the day before has ended with", () => {
    const days = [
      day("2026-01-01", account([line("charge", 1000, { processorFeeCents: 59 })], BEGINS)),
      day("2026-01-02", account([line("payout", -941)])),
      day("2026-01-03", account([line("payout_failure", 941), line("fee", -5)])),
      day("2026-01-04", account([])),
    ];
    expect(chained(days)).toEqual([
      [["usd", 0, 941, 0, 0, 0, 941]],
      [["usd", 941, 0, 941, 0, 0, 0]],
      [["usd", 0, -5, 0, 941, 0, 936]],
      [["usd", 936, 0, 0, 0, 0, 936]],
    ]);
  });

  it("is unknown where nothing says what was there before, and known from the day of the processor's", () => {
    const days = [
      day("2026-01-01", account([line("charge", 100)])),
      day("2026-01-02", account([line("charge", 200)], closing({ usd: 1300, eur: 7 }))),
      day("2026-01-03", account([line("charge", 1)])),
    ];
    expect(chained(days)).toEqual([
      [["usd", null, 100, 0, 0, null, null]],
      [
        ["eur", 7, 0, 0, 0, 0, 7],
        ["usd", 1100, 200, 0, 0, 0, 1300],
      ],
      [
        ["eur", 7, 0, 0, 0, 0, 7],
        ["usd", 1300, 1, 0, 0, 0, 1301],
      ],
    ]);
  });

  it("what the lines do not explain is a difference of the day on which the processor's balance shows it", () => {
    const days = [
      day("2026-01-01", account([line("charge", 100)], BEGINS)),
      day("2026-01-02", account([line("charge", 100)], closing({ usd: 250 }))),
      day("2026-01-03", account([], closing({ usd: 250 }))),
    ];
    expect(chained(days)).toEqual([
      [["usd", 0, 100, 0, 0, 0, 100]],
      [["usd", 100, 100, 0, 0, 50, 250]],
      [["usd", 250, 0, 0, 0, 0, 250]],
    ]);
  });

  it.each([
    ["missing", [day("2026-01-03", account([line("charge", 5)]))]],
    [
      "not final",
      [day("2026-01-02", account([]), { final: false }), day("2026-01-03", account([line("charge", 5)]))],
    ],
  ])("nothing is carried over a day that is %s", (_, rest) => {
    const days = [day("2026-01-01", account([line("charge", 100)], BEGINS)), ...rest];
    expect(chained(days).at(-1)).toEqual([["usd", null, 5, 0, 0, null, null]]);
  });

  it("an account that is detached leaves with what it had, and a new one brings what it has", () => {
    const days = [
      day("2026-01-01", account([line("charge", 100)], BEGINS)),
      day("2026-01-02", account([line("charge", 20)], closing({ usd: 70 }), "acct_2"), {
        unreachableAccounts: ["acct_1"],
      }),
    ];
    expect(chained(days)[1]).toEqual([["usd", 100, 20, 0, 0, -50, 70]]);
  });

  it("is not known while the merchant's own account cannot be read", () => {
    const days = [
      day("2026-01-01", account([line("charge", 100)], BEGINS)),
      day("2026-01-02", [], { final: false, unreachableAccounts: ["acct_1"] }),
    ];
    expect(chained(days)[1]).toEqual([["usd", 100, 0, 0, 0, null, null]]);
  });

  it("the fee of a payout is no part of what the bank gets, and is among the other lines", () => {
    const instant = line("payout", -500, { processorFeeCents: 5 });
    expect(chained([day("2026-01-01", account([instant], BEGINS))])).toEqual([
      [["usd", 0, -5, 500, 0, 0, -505]],
    ]);
    expect(addMovement([], instant, false)).toMatchObject([
      { otherCents: -5, otherCount: 1, accountNetCents: -5 },
    ]);
    expect(addMovement([], line("payout", -500), false)).toEqual([]);
  });

  it("other balances of the account are in no sum", () => {
    expect(account([line("other_balance", 100)])).toEqual([{ accountId: "acct_1", moves: [] }]);
  });
});

describe("a report", () => {
  const of = (movements: Movement[]) => ({
    accounts: account(movements, undefined),
    totals: movements.reduce<ReturnType<typeof addMovement>>((all, one) => addMovement(all, one, true), []),
  });
  const report = (days: (DayOfBalance & ReturnType<typeof of>)[], to = "2026-01-03") =>
    reportBalance(chainBalances(days, { date: "2025-12-31", carried: new Map([["acct_1", { usd: 50 }]]) }), {
      ...{ from: "2025-12-01", to, first: "2026-01-01", at: Date.parse("2026-01-04T06:00:00Z") },
    });
  const sold = of([
    line("charge", 1000, { platformFeeCents: 30, processorFeeCents: 20 }),
    line("refund", -400),
    line("platform_fee_return", 12),
  ]);
  const paid = of([line("payout", -300)]);

  it("adds up to the cent over its days, from the first opening to the last closing", () => {
    const days = [
      { ...day("2026-01-01", []), ...sold },
      { ...day("2026-01-02", []), ...of([]) },
      { ...day("2026-01-03", []), ...paid },
    ];
    const { rows, ...rest } = report(days);
    expect(rest).toMatchObject({ missingDays: [], notFinalDays: [] });
    expect(rows).toEqual([
      {
        currency: "usd",
        openingBalanceCents: 50,
        grossCents: 1000,
        refundsCents: 400,
        disputesCents: 0,
        processorFeesCents: 20,
        platformFeesCents: 30,
        platformFeesReturnedCents: 12,
        merchantsOwnNetCents: 0,
        otherCents: 0,
        accountNetCents: 562,
        payoutsCents: 300,
        payoutsReturnedCents: 0,
        differenceCents: 0,
        closingBalanceCents: 312,
      },
    ]);
  });

  it("sums each currency by itself", () => {
    const both = of([line("charge", 1000), line("charge", 700, { currency: "eur" })]);
    expect(report([{ ...day("2026-01-01", []), ...both }]).rows).toMatchObject([
      { currency: "eur", grossCents: 700 },
      { currency: "usd", grossCents: 1000 },
    ]);
  });

  it("is checked if its last day is: the days before may stand on their lines alone", () => {
    const first = { ...day("2026-01-01", []), ...sold };
    const checked = { ...paid, accounts: account([line("payout", -300)], closing({ usd: 312 })) };
    const [second, last] = [day("2026-01-02", []), day("2026-01-03", [])];
    expect(report([first, { ...second, ...of([]) }, { ...last, ...checked }]).balanceChecked).toBe(true);
    expect(report([first, { ...second, ...checked }, { ...last, ...of([]) }]).balanceChecked).toBe(false);
    expect(report([first, { ...second, ...checked }]).balanceChecked).toBe(false);
  });

  it("names the days that are missing, not final or not over, and has no closing without the last one", () => {
    const days = [
      { ...day("2026-01-01", []), ...sold },
      { ...day("2026-01-03", []), ...paid, final: false },
    ];
    const { missingDays, notFinalDays, rows } = report(days, "2026-01-05");
    expect(missingDays).toEqual(["2026-01-02"]);
    expect(notFinalDays).toEqual(["2026-01-03", "2026-01-04", "2026-01-05"]);
    expect(rows).toMatchObject([
      { openingBalanceCents: 50, closingBalanceCents: null, differenceCents: null },
    ]);
  });
});
