import { describe, expect, it } from "vitest";
import type { Movement } from "../../../../shared/domain/finance/movement.ts";
import {
  addDifferences,
  addMovement,
  boundDifferences,
  changesBetween,
  compareFacts,
  type Difference,
  healedBefore,
  NO_DIFFERENCES,
  type Statement,
  type Total,
} from "../../../../shared/domain/finance/statement.ts";
import type { PaymentFacts } from "../../../../shared/domain/payments/statement-note.ts";

const facts = (given: Partial<PaymentFacts> = {}): PaymentFacts => ({
  status: "succeeded",
  amountCents: 1000,
  refundedCents: 0,
  applicationFeeCents: 55,
  ...given,
});

it.each([
  ["same", {}],
  ["status_differs", { status: "canceled" }],
  ["fee_differs", { applicationFeeCents: 54, status: "canceled" }],
  ["refunds_differ", { refundedCents: 1, status: "partially_refunded", applicationFeeCents: 54 }],
  ["amount_differs", { amountCents: 999, refundedCents: 1 }],
] as const)("what differs about a payment: %s", (kind, processor) => {
  expect(compareFacts(facts(), facts(processor))).toBe(kind);
});

const movement = (given: Partial<Movement>): Movement => ({
  kind: "charge",
  currency: "usd",
  amountCents: 1000,
  platformFeeCents: 55,
  processorFeeCents: 59,
  ...given,
});

describe("a day's totals", () => {
  const totalsOf = (...movements: Partial<Movement>[]) =>
    movements.map(movement).reduce<Total[]>((totals, one) => addMovement(totals, one, true), []);

  it("are what came in less what went out, to the cent", () => {
    const [total] = totalsOf(
      {},
      { kind: "refund", amountCents: -400, platformFeeCents: 0, processorFeeCents: 0 },
      { kind: "platform_fee_return", amountCents: 22, platformFeeCents: 0, processorFeeCents: 0 },
      { kind: "dispute", amountCents: -600, platformFeeCents: 0, processorFeeCents: 1500 },
    );
    expect(total).toEqual({
      currency: "usd",
      grossCents: 1000,
      refundsCents: 400,
      disputesCents: 600,
      platformFeesCents: 33,
      platformFeesReturnedCents: 22,
      processorFeesCents: 1559,
      netCents: 1000 - 400 - 600 - 33 - 1559,
      otherCents: 0,
      otherCount: 0,
      otherBalancesCents: 0,
      merchantsOwnNetCents: 0,
      accountNetCents: 1000 - 400 - 600 - 33 - 1559,
    });
  });

  const NO_FEES = { platformFeeCents: 0, processorFeeCents: 0 };

  it("count in what is about no payment, whatever it is, and leave only payouts out", () => {
    const [total] = totalsOf(
      { kind: "fee", amountCents: -200, ...NO_FEES },
      { kind: "held_back", amountCents: -1000, ...NO_FEES },
      { kind: "adjustment", amountCents: 5, ...NO_FEES },
      { kind: "other", amountCents: 30, ...NO_FEES, processorFeeCents: 1 },
      { kind: "payout", amountCents: -9999, ...NO_FEES },
      { kind: "payout_failure", amountCents: 9999, ...NO_FEES },
    );
    const otherCents = -200 - 1000 + 5 + 29;
    expect(total).toMatchObject({ netCents: 0, otherCents, otherCount: 4, accountNetCents: otherCents });
  });

  it("show what moved on another balance of the account, and have it in no other sum", () => {
    const [total] = totalsOf({}, { kind: "other_balance", amountCents: -700, ...NO_FEES });
    const net = 1000 - 55 - 59;
    expect(total).toMatchObject({ netCents: net, otherCents: 0, otherCount: 0, accountNetCents: net });
    expect(total).toMatchObject({ otherBalancesCents: -700 });
  });

  it("have the merchant's own payments in the account's net and in a sum of their own only", () => {
    const [total] = addMovement(addMovement([], movement({}), false), movement({}), false);
    expect(total).toMatchObject({
      grossCents: 0,
      netCents: 0,
      otherCents: 0,
      merchantsOwnNetCents: 2 * (1000 - 55 - 59),
      accountNetCents: 2 * (1000 - 55 - 59),
    });
  });

  it("take back what a failed refund and a won dispute give back", () => {
    const back = { platformFeeCents: 0, processorFeeCents: 0, amountCents: 300 };
    for (const kinds of [
      ["refund", "dispute"],
      ["refund_failure", "dispute_reversal"],
    ] as const) {
      const [total] = totalsOf(...kinds.map((kind) => ({ ...back, kind })));
      expect(total).toMatchObject({
        refundsCents: -300,
        disputesCents: -300,
        netCents: 600,
        otherCents: 0,
        otherCount: 0,
      });
    }
  });

  it("are apart by currency, in the order of the alphabet", () => {
    expect(
      totalsOf({}, { currency: "eur" }, {}).map(({ currency, grossCents }) => [currency, grossCents]),
    ).toEqual([
      ["eur", 1000],
      ["usd", 2000],
    ]);
  });
});

describe("differences", () => {
  const STATEMENT: Statement = {
    merchantId: "mer_1",
    date: "2026-07-01",
    final: false,
    generatedAt: 0,
    totals: [],
    matched: 1,
    merchantsOwn: 0,
    unexplained: 0,
    differences: [],
    differencesOmitted: 0,
    unreachableAccounts: [],
    payouts: [],
    payoutsReturned: [],
    accounts: [],
    lines: [],
  };
  const difference = (id: number, healed: boolean): Difference => ({
    kind: "status_differs",
    svcPaymentId: `svcpay_${id}`,
    processorPaymentIntentId: `pi_${id}`,
    currency: "usd",
    ledger: facts(),
    processor: facts({ status: "canceled" }),
    healed,
  });
  const many = (count: number, healed: boolean) =>
    Array.from({ length: count }, (_, id) => difference(healed ? id : id + 1000, healed));

  const foundIn = (all: Difference[]) => addDifferences(NO_DIFFERENCES, all, []);

  it("are listed with the healed ones first", () => {
    const found = foundIn([difference(1, false), difference(2, true)]);
    const { differences, differencesOmitted } = boundDifferences(found, []);
    expect(differences.map(({ healed }) => healed)).toEqual([true, false]);
    expect(differencesOmitted).toBe(0);
  });

  it("are bounded; what a person must look at stays", () => {
    const found = addDifferences(foundIn(many(150, true)), many(90, false), []);
    const bounded = boundDifferences(found, []);
    expect(bounded.differences.filter(({ healed }) => !healed)).toHaveLength(90);
    expect(bounded.differences).toHaveLength(100);
    expect(bounded.differencesOmitted).toBe(140);
    expect(boundDifferences(found, [difference(3000, true)])).toMatchObject({ differencesOmitted: 141 });
    expect(boundDifferences(foundIn(many(120, false)), [])).toMatchObject({ differencesOmitted: 20 });
  });

  it("differences that were healed before stay, unless they are found again", () => {
    const earlier = [difference(1, true), difference(2, true), difference(3, false)];
    const found = addDifferences(NO_DIFFERENCES, [difference(2, false)], earlier);
    expect(healedBefore(earlier, found)).toEqual([difference(1, true)]);
  });

  it.each<Partial<Statement>>([
    { final: true },
    { totals: addMovement([], movement({}), true) },
    { matched: 2 },
    { merchantsOwn: 1 },
    { unexplained: 1 },
    { differences: [difference(1, true)] },
    { unreachableAccounts: ["acct_1"] },
    { payouts: [{ payoutId: "po_1", amountCents: 100, currency: "usd" }] },
  ])("a statement that was made anew is said to have changed in %j", (changed) => {
    expect(changesBetween(STATEMENT, { ...STATEMENT, ...changed })).toEqual(Object.keys(changed));
  });

  it("a statement that was made anew with the same findings has not changed", () => {
    expect(changesBetween(STATEMENT, { ...STATEMENT, generatedAt: 5 })).toEqual([]);
  });
});
