import { describe, expect, it } from "vitest";
import { decideCapture } from "../../../../shared/domain/payments/capture.ts";
import type { Payment } from "../../../../shared/domain/payments/payment.ts";
import type { PaymentStatus } from "../../../../shared/domain/payments/status.ts";
import { aPayment } from "../../../support/payments.ts";

const authorized = aPayment({ captureMethod: "manual", status: "requires_capture" });
const partlyCaptured = aPayment({ captureMethod: "manual", amountCents: 600, applicationFeeCents: 33 });

describe("a capture goes ahead", () => {
  it.each([
    { wish: undefined, amountCents: 1000, applicationFeeCents: 55 },
    { wish: 1000, amountCents: 1000, applicationFeeCents: 55 },
    { wish: 600, amountCents: 600, applicationFeeCents: 33 },
    { wish: 1, amountCents: 1, applicationFeeCents: 1 },
  ])("asked for $wish with $amountCents and a fee of $applicationFeeCents", ({ wish, ...decided }) => {
    expect(decideCapture(authorized, wish)).toEqual({ kind: "capture", ...decided });
  });
});

describe("a repeated capture is answered, not made", () => {
  it.each([
    { wish: undefined, payment: partlyCaptured },
    { wish: 600, payment: partlyCaptured },
    { wish: 1000, payment: aPayment({ captureMethod: "manual" }) },
  ])("asked for $wish", ({ wish, payment }) => {
    expect(decideCapture(payment, wish)).toEqual({ kind: "already_captured" });
  });
});

describe("a capture is refused", () => {
  const refusal = (payment: Payment, wish?: number) => {
    const decision = decideCapture(payment, wish);
    return decision.kind === "refused" ? decision.failure.code : decision.kind;
  };

  it("above the authorised amount", () => {
    expect(refusal(authorized, 1001)).toBe("capture_exceeds_authorization");
  });

  it.each([1000, 599, 1])("with another amount (%i) than was captured before", (wish) => {
    expect(refusal(partlyCaptured, wish)).toBe("payment_not_capturable");
  });

  it.each<PaymentStatus>([
    "requires_payment_method",
    "requires_confirmation",
    "requires_action",
    "processing",
    "partially_refunded",
    "refunded",
    "canceled",
  ])("when a manual payment is %s", (status) => {
    expect(refusal(aPayment({ captureMethod: "manual", status }))).toBe("payment_not_capturable");
  });

  it.each<PaymentStatus>(["requires_payment_method", "processing", "succeeded", "refunded", "canceled"])(
    "when the payment captures automatically (%s)",
    (status) => {
      expect(refusal(aPayment({ status }))).toBe("payment_not_capturable");
    },
  );

  it("for its state before its amount: nothing is said about an authorisation that does not exist", () => {
    expect(refusal(aPayment({ captureMethod: "manual", status: "canceled" }), 5000)).toBe(
      "payment_not_capturable",
    );
  });
});
