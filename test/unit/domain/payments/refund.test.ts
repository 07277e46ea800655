import { describe, expect, it } from "vitest";
import { isFailure } from "../../../../shared/domain/failure.ts";
import type { RefundBody } from "../../../../shared/domain/payments/operation.ts";
import type { Payment } from "../../../../shared/domain/payments/payment.ts";
import {
  decideRefund,
  findOwn,
  hasFailed,
  type RefundFacts,
  requireMade,
  whyNotMade,
} from "../../../../shared/domain/payments/refund.ts";
import type { PaymentStatus } from "../../../../shared/domain/payments/status.ts";
import { aPayment } from "../../../support/payments.ts";

const decide = (payment: Payment, body: RefundBody, refunds: RefundFacts[] = []) =>
  decideRefund({ payment, refunds }, body);
const refundWith = (given: Partial<RefundFacts> = {}): RefundFacts => ({
  ...{ refundId: "re_1", status: "succeeded", failureReason: null, pendingReason: null },
  ...{ amountCents: 100, createdAt: 1, operationId: "op_own", ...given },
});

const partlyRefunded = aPayment({ status: "partially_refunded", refundedCents: 400 });
const partlyCaptured = aPayment({ captureMethod: "manual", amountCents: 600 });

it.each([
  { payment: aPayment(), wish: undefined, amountCents: 1000, what: "all of it" },
  { payment: aPayment(), wish: 1, amountCents: 1, what: "a cent" },
  { payment: partlyRefunded, wish: undefined, amountCents: 600, what: "all that is left" },
  { payment: partlyRefunded, wish: 600, amountCents: 600, what: "exactly what is left" },
  { payment: partlyCaptured, wish: undefined, amountCents: 600, what: "what was captured" },
])("a refund goes ahead for $what", ({ payment, wish, amountCents }) => {
  expect(decide(payment, { amountCents: wish })).toMatchObject({ kind: "refund", amountCents });
});

describe("a refund is rejected", () => {
  const rejection = (payment: Payment, wish?: number) => {
    const decision = decide(payment, { amountCents: wish });
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
  expect(decide(krona, { amountCents: 550 })).toMatchObject({ code: "invalid_request" });
  expect(decide(krona, { amountCents: 500 })).toMatchObject({ kind: "refund", amountCents: 500 });
  expect(decide(krona, {})).toMatchObject({ kind: "refund", amountCents: 1050 });
  expect(decide(krona, { amountCents: 2000 })).toMatchObject({
    message: "amountCents must be at most 1050 (10.50 ISK), the amount left to refund.",
  });
});

it("a refund keeps its reason, and the fee's flag only where there is a fee: the processor rejects it otherwise", () => {
  const wish = { amountCents: 100, reason: "duplicate", refundApplicationFee: true } as const;
  expect(decide(aPayment({ applicationFeeCents: 1 }), wish)).toEqual({ kind: "refund", ...wish });
  expect(decide(aPayment({ applicationFeeCents: 0 }), wish)).toMatchObject({
    ...{ reason: "duplicate", refundApplicationFee: undefined },
  });
});

it("the refund that an operation has made is a debt where it failed, and the one that did not fail counts", () => {
  const failed = refundWith({ refundId: "re_2", status: "failed" });
  expect(findOwn([failed, refundWith()], "op_own")?.refundId).toBe("re_1");
  expect(findOwn([failed, refundWith({ operationId: "op_other" })], "op_own")?.refundId).toBe("re_2");
  expect(findOwn([refundWith({ operationId: undefined })], "op_own")).toBeUndefined();
  const decided = { kind: "refund", amountCents: 100 } as const;
  expect(whyNotMade(refundWith({ status: "pending" }), decided)).toBeUndefined();
  expect(whyNotMade(failed, decided)).toMatchObject({ code: "refund_failed" });
  expect(whyNotMade(refundWith(), { ...decided, amountCents: 99 })).toMatchObject({
    code: "idempotency_conflict",
  });
});

it("63: a payment with a hundred refunds takes no more, whatever became of them", () => {
  const others = Array.from({ length: 100 }, (_, nth) =>
    refundWith({ refundId: `re_${nth}`, operationId: undefined, status: nth % 2 ? "failed" : "succeeded" }),
  );
  expect(decide(aPayment(), { amountCents: 1 }, others)).toMatchObject({ code: "too_many_refunds" });
  expect(decide(aPayment(), { amountCents: 1 }, others.slice(1))).toMatchObject({ kind: "refund" });
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
    const made = refundWith({ status });
    const decided = { kind: "refund", amountCents: made.amountCents } as const;
    if (failed) expect(() => requireMade(made, decided)).toThrow("re_1");
    else expect(requireMade(made, decided)).toBe(made);
  });

  it("tells, if it failed, the processor's reason where it is a code", () => {
    const failure = (failureReason: string | null) =>
      whyNotMade(refundWith({ status: "failed", failureReason }), { kind: "refund", amountCents: 1 })?.extras;
    const rejected = { processorSays: "rejected" };
    expect(failure(null)).toEqual(rejected);
    for (const code of ["x", "lost_or_stolen_card", "x".repeat(100)])
      expect(failure(code)).toEqual({ ...rejected, processorCode: code });
    for (const text of ["Not a code", "x".repeat(101), ""]) expect(failure(text)).toEqual(rejected);
  });
});
