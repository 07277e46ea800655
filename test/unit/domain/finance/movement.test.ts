import { expect, it } from "vitest";
import { MOVEMENT_KINDS, movementKindOf } from "../../../../shared/domain/finance/movement.ts";

// As the processor's own pages and recorded balance transactions name them.
const HELD_BACK = ["payout_minimum_balance_hold", "payout_minimum_balance_release", "reserve_hold"];
it.each([
  ["charge", ["charge", "charge_failure", "partial_capture_reversal"], ["payment_reversal"]],
  ["refund", ["refund"], []],
  ["refund_failure", ["refund_failure"], []],
  ["dispute", ["dispute"], []],
  ["dispute_reversal", ["dispute_reversal"], []],
  ["fee", ["fee", "network_cost", "tax"], []],
  [
    "held_back",
    ["connect_reserved_funds", "risk_reserved_funds", "payment_network_reserved_funds"],
    [...HELD_BACK, "reserve_release", "reserve_transaction", "reserved_funds"],
  ],
  ["adjustment", ["other_adjustment"], []],
  ["payout", ["payout"], ["payout"]],
  ["payout_failure", ["payout_reversal"], ["payout_cancel", "payout_failure"]],
  ["other", ["of_the_future", "constructor"], ["of_the_future", "toString"]],
] as const)("lines of kind %s have the categories %j, or else the types %j", (kind, categories, types) => {
  const kindOf = (category: string, type: string) =>
    movementKindOf({ balance: "payments", category, type, isFeeReturn: false });
  for (const category of categories) expect(kindOf(category, "of_the_future"), category).toBe(kind);
  for (const type of types) expect(kindOf("of_the_future", type), type).toBe(kind);
  expect(MOVEMENT_KINDS).toContain(kind);
});

it("a line's category says more than its type", () => {
  const line = { balance: "payments", category: "refund", type: "payout", isFeeReturn: false };
  expect(movementKindOf(line)).toBe("refund");
});

it("a line of category fee that comes from a fee's refund is a returned fee", () => {
  expect(
    movementKindOf({ balance: "payments", category: "fee", type: "adjustment", isFeeReturn: true }),
  ).toBe("platform_fee_return");
  expect(movementKindOf({ balance: "payments", category: "charge", type: "charge", isFeeReturn: true })).toBe(
    "charge",
  );
});
