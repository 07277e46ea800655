import { expect, it } from "vitest";
import { MOVEMENT_KINDS, movementKindOf } from "../../../../shared/domain/finance/movement.ts";

// Categories and types as the processor's own pages and recorded balance transactions have them.
it.each([
  ["charge", "charge", "charge"],
  ["charge", "payment", "charge"],
  ["charge_failure", "payment_failure_refund", "charge"],
  ["partial_capture_reversal", "refund", "charge"],
  ["refund", "refund", "refund"],
  ["refund", "payment_refund", "refund"],
  ["refund_failure", "refund_failure", "refund_failure"],
  ["refund_failure", "adjustment", "refund_failure"],
  ["dispute", "adjustment", "dispute"],
  ["dispute_reversal", "adjustment", "dispute_reversal"],
  ["fee", "stripe_fee", "fee"],
  ["fee", "adjustment", "fee"],
  ["network_cost", "network_cost", "fee"],
  ["other_adjustment", "adjustment", "adjustment"],
  ["connect_reserved_funds", "reserve_transaction", "held_back"],
  ["payout", "payout", "payout"],
  ["payout_reversal", "payout_failure", "payout_failure"],
  ["payout_reversal", "payout_cancel", "payout_failure"],
  ["", "payment_reversal", "charge"],
  ["", "payout_minimum_balance_hold", "held_back"],
  ["of_the_future", "of_the_future", "other"],
  ["constructor", "toString", "other"],
] as const)("a line of category %j and type %j is of kind %j", (category, type, kind) => {
  expect(movementKindOf({ balance: "payments", category, type, isFeeReturn: false })).toBe(kind);
  expect(MOVEMENT_KINDS).toContain(kind);
});

it("a line of category fee that comes from a fee's refund is a returned fee", () => {
  expect(
    movementKindOf({ balance: "payments", category: "fee", type: "adjustment", isFeeReturn: true }),
  ).toBe("platform_fee_return");
  expect(movementKindOf({ balance: "payments", category: "charge", type: "charge", isFeeReturn: true })).toBe(
    "charge",
  );
});
