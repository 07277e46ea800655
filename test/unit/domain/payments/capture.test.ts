import { describe, expect, it } from "vitest";
import { isFailure } from "../../../../shared/domain/failure.ts";
import { asksForAll, decideCapture, isCaptureOf } from "../../../../shared/domain/payments/capture.ts";
import type { Payment } from "../../../../shared/domain/payments/payment.ts";
import type { PaymentStatus } from "../../../../shared/domain/payments/status.ts";
import { aPayment } from "../../../support/payments.ts";

const authorized = aPayment({ captureMethod: "manual", status: "requires_capture" });
const partlyCaptured = aPayment({ captureMethod: "manual", amountCents: 600, applicationFeeCents: 33 });

it.each([
  { wish: undefined, amountCents: 1000, applicationFeeCents: 55 },
  { wish: 1000, amountCents: 1000, applicationFeeCents: 55 },
  { wish: 600, amountCents: 600, applicationFeeCents: 33 },
  { wish: 1, amountCents: 1, applicationFeeCents: 1 },
])(
  "a capture goes ahead, asked for $wish with $amountCents and a fee of $applicationFeeCents",
  ({ wish, ...decided }) => {
    expect(decideCapture(authorized, wish)).toEqual({ kind: "capture", ...decided });
  },
);

it.each([
  { wish: undefined, payment: partlyCaptured },
  { wish: 600, payment: partlyCaptured },
  { wish: 1000, payment: aPayment({ captureMethod: "manual" }) },
  { wish: 600, payment: { ...partlyCaptured, status: "partially_refunded" as const } },
  { wish: undefined, payment: { ...partlyCaptured, status: "refunded" as const } },
])("a repeated capture is answered, not made: asked for $wish", ({ wish, payment }) => {
  expect(decideCapture(payment, wish)).toEqual({ kind: "already_done" });
});

describe("a capture is rejected", () => {
  const rejection = (payment: Payment, wish?: number) => {
    const decision = decideCapture(payment, wish);
    return isFailure(decision) ? decision.code : decision.kind;
  };

  it("above the authorized amount", () => {
    expect(rejection(authorized, 1001)).toBe("capture_exceeds_authorization");
  });

  it.each([1000, 599, 1])("with another amount (%i) than was captured before", (wish) => {
    expect(rejection(partlyCaptured, wish)).toBe("payment_not_capturable");
  });

  it.each(
    ["requires_payment_method", "requires_confirmation", "requires_action", "processing", "canceled"].map(
      (status) => status as PaymentStatus,
    ),
  )("when a payment is %s, however it is captured, and when an automatic one was paid", (status) => {
    for (const payment of [{ captureMethod: "manual", status }, { status }, { status: "succeeded" }] as const)
      expect(rejection(aPayment(payment))).toBe("payment_not_capturable");
  });

  it("for its state before its amount: nothing is said about an authorization that does not exist", () => {
    expect(rejection(aPayment({ captureMethod: "manual", status: "canceled" }), 5000)).toBe(
      "payment_not_capturable",
    );
  });
});

it("a capture of so much is one of a manual payment that was paid, whatever was given back since", () => {
  const captured = aPayment({ captureMethod: "manual", status: "partially_refunded", amountCents: 600 });
  expect(isCaptureOf(captured, 600)).toBe(true);
  expect(isCaptureOf(captured, 601)).toBe(false);
  expect(isCaptureOf({ ...captured, captureMethod: "automatic" }, 600)).toBe(false);
  expect(isCaptureOf({ ...captured, status: "requires_capture" }, 600)).toBe(false);
});

it("a capture without an amount asks for all that is authorized, while something is", () => {
  expect(asksForAll(authorized, undefined)).toBe(true);
  expect(asksForAll(authorized, 1000)).toBe(false);
  expect(asksForAll(partlyCaptured, undefined)).toBe(false);
});

it("a capture must fit its currency's unit where its amount is named, and the rejections say why", () => {
  const krona = { ...authorized, currency: "isk" };
  expect(decideCapture(krona, 550)).toMatchObject({ code: "invalid_request" });
  expect(decideCapture(krona, 500)).toMatchObject({ kind: "capture", amountCents: 500 });
  expect(decideCapture({ ...krona, amountCents: 550 }, undefined)).toMatchObject({
    kind: "capture",
  });
  expect(decideCapture(aPayment({ captureMethod: "automatic" }), undefined)).toMatchObject({
    message: "The payment has captureMethod automatic, so it is captured without this call.",
  });
  expect(decideCapture(aPayment({ captureMethod: "manual", status: "canceled" }), undefined)).toMatchObject({
    message: "The payment is canceled. Only a payment in status requires_capture can be captured.",
  });
});
