import { describe, expect, it } from "vitest";
import { Failure } from "../../../../shared/domain/failure.ts";
import {
  type Creation,
  isKeyOfAnother,
  isUnderCallersKey,
  processorKeyOf,
} from "../../../../shared/domain/payments/processor-key.ts";

const creation = (given: Partial<Creation> = {}): Creation => ({
  svcPaymentId: "svcpay_1",
  terms: { idempotencyKey: "theirs" },
  generation: 1,
  ...given,
});
const withoutKey = creation({ terms: {} });

describe("the processor's key of a payment", () => {
  it("follows from the payment and its generation, where the caller sends none", () => {
    expect(processorKeyOf(withoutKey)).toBe("svcpay_1.create.1");
    expect(processorKeyOf({ ...withoutKey, generation: 2 })).toBe("svcpay_1.create.2");
    expect(isUnderCallersKey(withoutKey)).toBe(false);
  });

  it("is the caller's own in every generation: a key made of it would leave it free for a second payment", () => {
    for (const generation of [1, 2, 7]) expect(processorKeyOf(creation({ generation }))).toBe("theirs");
    expect(isUnderCallersKey(creation())).toBe(true);
  });
});

it("a conflict under the caller's own key is another payment's use of it, and no other failure is", () => {
  const conflict = new Failure("idempotency_conflict", "taken");
  expect(isKeyOfAnother(creation(), conflict)).toBe(true);
  expect(isKeyOfAnother(withoutKey, conflict)).toBe(false);
  expect(isKeyOfAnother(creation(), new Failure("payment_declined", "declined"))).toBe(false);
});
