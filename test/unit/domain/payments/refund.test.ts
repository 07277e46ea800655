import { describe, expect, it } from "vitest";
import { isFailure } from "../../../../shared/domain/failure.ts";
import type { Payment } from "../../../../shared/domain/payments/payment.ts";
import { decideRefund, hasFailed, refundFailed } from "../../../../shared/domain/payments/refund.ts";
import type { PaymentStatus } from "../../../../shared/domain/payments/status.ts";
import { aPayment } from "../../../support/payments.ts";

const partlyRefunded = aPayment({ status: "partially_refunded", refundedCents: 400 });
const partlyCaptured = aPayment({ captureMethod: "manual", amountCents: 600 });

it.each([
  { payment: aPayment(), wish: undefined, amountCents: 1000, what: "all of it" },
  { payment: aPayment(), wish: 1, amountCents: 1, what: "a cent" },
  { payment: partlyRefunded, wish: undefined, amountCents: 600, what: "all that is left" },
  { payment: partlyRefunded, wish: 600, amountCents: 600, what: "exactly what is left" },
  { payment: partlyCaptured, wish: undefined, amountCents: 600, what: "what was captured" },
])("a refund goes ahead for $what", ({ payment, wish, amountCents }) => {
  expect(decideRefund(payment, { amountCents: wish })).toMatchObject({ kind: "refund", amountCents });
});

describe("a refund is rejected", () => {
  const rejection = (payment: Payment, wish?: number) => {
    const decision = decideRefund(payment, { amountCents: wish });
    return isFailure(decision) ? decision.code : decision.kind;
  };

  it("an Interac card, which must be there, is refunded at the reader", () => {
    expect(rejection(aPayment({ methodType: "interac_present" }))).toBe("refund_needs_reader");
    expect(rejection(aPayment({ methodType: "card_present" }))).toBe("refund");
  });

  it.each([
    { payment: aPayment(), wish: 1001, what: "the charge" },
    { payment: partlyRefunded, wish: 601, what: "what is left" },
    { payment: partlyCaptured, wish: 601, what: "the captured part, whatever was authorized" },
  ])("above $what", ({ payment, wish }) => {
    expect(rejection(payment, wish)).toBe("refund_exceeds_charge");
  });

  it.each<PaymentStatus>([
    "requires_payment_method",
    "requires_confirmation",
    "requires_action",
    "processing",
    "requires_capture",
    "canceled",
  ])("when the payment is %s", (status) => {
    expect(rejection(aPayment({ status }), 1)).toBe("payment_not_refundable");
  });

  it("when everything has been refunded", () => {
    expect(rejection(aPayment({ status: "refunded", refundedCents: 1000 }))).toBe("payment_not_refundable");
  });
});

it("a refund must fit its currency's unit where its amount is named", () => {
  const krona = aPayment({ currency: "isk", amountCents: 1050 });
  expect(decideRefund(krona, { amountCents: 550 })).toMatchObject({ code: "invalid_request" });
  expect(decideRefund(krona, { amountCents: 500 })).toMatchObject({ kind: "refund", amountCents: 500 });
  expect(decideRefund(krona, {})).toMatchObject({ kind: "refund", amountCents: 1050 });
  expect(decideRefund(krona, { amountCents: 2000 })).toMatchObject({
    message: "amountCents must be at most 1050 (10.50 ISK), the amount left to refund.",
  });
});

it("a refund keeps its reason, and the fee's flag only where there is a fee: the processor rejects it otherwise", () => {
  const wish = { amountCents: 100, reason: "duplicate", refundApplicationFee: true } as const;
  expect(decideRefund(aPayment({ applicationFeeCents: 1 }), wish)).toEqual({ kind: "refund", ...wish });
  expect(decideRefund(aPayment({ applicationFeeCents: 0 }), wish)).toMatchObject({
    ...{ reason: "duplicate", refundApplicationFee: undefined },
  });
});

describe("a refund at the processor", () => {
  it.each([
    ["succeeded", false],
    ["pending", false],
    ["requires_action", false],
    ["failed", true],
    ["canceled", true],
    ["something new", false],
  ])("is %s: has it failed, %s", (status, failed) => {
    expect(hasFailed({ status })).toBe(failed);
  });

  it("tells, if it failed, the processor's reason where it is a code", () => {
    const failure = (failureReason: string | null) => refundFailed({ failureReason }).extras;
    const rejected = { processorSays: "rejected" };
    expect(failure(null)).toEqual(rejected);
    for (const code of ["x", "lost_or_stolen_card", "x".repeat(100)])
      expect(failure(code)).toEqual({ ...rejected, processorCode: code });
    for (const text of ["Not a code", "x".repeat(101), ""]) expect(failure(text)).toEqual(rejected);
  });
});
