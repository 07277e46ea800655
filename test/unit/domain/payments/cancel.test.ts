import { expect, it } from "vitest";
import { isFailure } from "../../../../shared/domain/failure.ts";
import { decideCancel } from "../../../../shared/domain/payments/cancel.ts";
import { PAYMENT_STATUSES } from "../../../../shared/domain/payments/status.ts";
import { aPayment } from "../../../support/payments.ts";

const outcomeOf = (decision: ReturnType<typeof decideCancel>) =>
  isFailure(decision) ? "rejected" : decision.kind;

const WISHES: Record<string, string> = {
  requires_payment_method: "cancel",
  requires_confirmation: "cancel",
  requires_action: "cancel",
  requires_capture: "cancel",
  canceled: "already_done",
  processing: "rejected",
  succeeded: "rejected",
  partially_refunded: "rejected",
  refunded: "rejected",
};

it.each(PAYMENT_STATUSES)("canceling a payment that is %s", (status) => {
  expect(outcomeOf(decideCancel(aPayment({ status }), {}))).toBe(WISHES[status]);
});

it.each([
  ["us_bank_account", "cancel"],
  ["sepa_debit", "rejected"],
  [undefined, "rejected"],
])("a processing payment by %s: %s", (methodType, kind) => {
  expect(outcomeOf(decideCancel(aPayment({ status: "processing", methodType }), {}))).toBe(kind);
});

it("a cancellation keeps the reason that was given, and says how much it is about", () => {
  const payment = aPayment({ status: "requires_capture", amountCents: 700 });
  const decision = decideCancel(payment, { reason: "duplicate" });
  expect(decision).toEqual({ kind: "cancel", amountCents: 700, reason: "duplicate" });
});
