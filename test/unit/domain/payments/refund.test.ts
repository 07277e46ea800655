import { describe, expect, it } from "vitest";
import type { Payment } from "../../../../shared/domain/payments/payment.ts";
import { decideRefund } from "../../../../shared/domain/payments/refund.ts";
import type { PaymentStatus } from "../../../../shared/domain/payments/status.ts";
import { aPayment } from "../../../support/payments.ts";

const partlyRefunded = aPayment({ status: "partially_refunded", refundedCents: 400 });
const partlyCaptured = aPayment({ captureMethod: "manual", amountCents: 600 });

describe("a refund goes ahead", () => {
  it.each([
    { payment: aPayment(), wish: undefined, amountCents: 1000, what: "all of it" },
    { payment: aPayment(), wish: 1, amountCents: 1, what: "a cent" },
    { payment: partlyRefunded, wish: undefined, amountCents: 600, what: "all that is left" },
    { payment: partlyRefunded, wish: 600, amountCents: 600, what: "exactly what is left" },
    { payment: partlyCaptured, wish: undefined, amountCents: 600, what: "what was captured" },
  ])("for $what", ({ payment, wish, amountCents }) => {
    expect(decideRefund(payment, wish)).toEqual({ kind: "refund", amountCents });
  });
});

describe("a refund is refused", () => {
  const refusal = (payment: Payment, wish?: number) => {
    const decision = decideRefund(payment, wish);
    return decision.kind === "refused" ? decision.failure.code : decision.kind;
  };

  it.each([
    { payment: aPayment(), wish: 1001, what: "the charge" },
    { payment: partlyRefunded, wish: 601, what: "what is left" },
    { payment: partlyCaptured, wish: 601, what: "the captured part, whatever was authorised" },
  ])("above $what", ({ payment, wish }) => {
    expect(refusal(payment, wish)).toBe("refund_exceeds_charge");
  });

  it.each<PaymentStatus>([
    "requires_payment_method",
    "requires_confirmation",
    "requires_action",
    "processing",
    "requires_capture",
    "canceled",
  ])("when the payment is %s", (status) => {
    expect(refusal(aPayment({ status }), 1)).toBe("payment_not_refundable");
  });

  it("when everything has been refunded", () => {
    expect(refusal(aPayment({ status: "refunded", refundedCents: 1000 }))).toBe("payment_not_refundable");
  });
});
