import { describe, expect, it } from "vitest";
import { Failure } from "../../../../shared/domain/failure.ts";
import { sha256Hex } from "../../../../shared/domain/fingerprint.ts";
import {
  type Creation,
  callerKeyGenerationAfter,
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

  it("is the caller's own in the first generation, and then follows from it", () => {
    expect(processorKeyOf(creation())).toBe("theirs");
    expect(processorKeyOf(creation({ generation: 2 }))).toBe(sha256Hex("2\ntheirs"));
    expect(isUnderCallersKey(creation({ generation: 2 }))).toBe(false);
  });

  it("is the caller's own in the generation that says so", () => {
    expect(processorKeyOf(creation({ generation: 3, callerKeyGeneration: 3 }))).toBe("theirs");
    expect(isUnderCallersKey(creation({ generation: 1, callerKeyGeneration: 3 }))).toBe(false);
  });
});

describe("after a refusal the caller's own key", () => {
  const refusedWith = (refusedAs: string, next = "theirs", given: Partial<Creation> = {}) =>
    callerKeyGenerationAfter(creation({ refusedAs, ...given }), { idempotencyKey: next });

  it("is spent, where the processor has refused it with this payment", () => {
    expect(refusedWith("payment_declined")).toBeUndefined();
    expect(refusedWith("payment_declined", "theirs", { generation: 4, callerKeyGeneration: 2 })).toBe(2);
  });

  it("is sent as it is in the next generation, where it is another one", () => {
    expect(refusedWith("payment_declined", "another")).toBe(2);
  });

  it("is sent as it is in the next generation, where another payment had spent it", () => {
    expect(refusedWith("idempotency_conflict")).toBe(2);
  });

  it("is sent again as it is, where the processor has not looked at it", () => {
    expect(refusedWith("turned_away")).toBe(2);
    expect(refusedWith("turned_away", "theirs", { generation: 4, callerKeyGeneration: 2 })).toBe(2);
  });
});

it("a conflict under the caller's own key is another payment's use of it, and no other failure is", () => {
  const conflict = new Failure("idempotency_conflict", "taken");
  expect(isKeyOfAnother(creation(), conflict)).toBe(true);
  expect(isKeyOfAnother(creation({ generation: 2 }), conflict)).toBe(false);
  expect(isKeyOfAnother(creation(), new Failure("payment_declined", "declined"))).toBe(false);
});
