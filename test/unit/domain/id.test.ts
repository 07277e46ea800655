import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { operationIdFor, paymentIdFor } from "../../../shared/domain/id.ts";
import { OPERATION_ID, PAYMENT_ID } from "../../../shared/domain/id-forms.ts";

/** What the contract lets through as an Idempotency-Key. */
const keys = fc.stringMatching(/^[!-~]{1,255}$/);
const merchants = fc.stringMatching(/^mer_[0-9A-Za-z]{16}$/);

describe("a payment's id", () => {
  it("never changes for a merchant and a key, or a retry after a release would charge twice", () => {
    // printf 'payment\nmer_a\norder-1' | sha256sum | cut -c1-32
    expect(paymentIdFor("mer_a", "order-1")).toBe("svcpay_a726970f4fd6a1d3664f4dd34646cf17");
  });

  it("is another for another merchant or another key", () => {
    fc.assert(
      fc.property(merchants, merchants, keys, keys, (merchant, otherMerchant, key, otherKey) => {
        fc.pre(merchant !== otherMerchant && key !== otherKey);
        const ids = [
          paymentIdFor(merchant, key),
          paymentIdFor(merchant, otherKey),
          paymentIdFor(otherMerchant, key),
          paymentIdFor(otherMerchant, otherKey),
        ];
        expect(new Set(ids).size).toBe(4);
      }),
    );
  });

  it("is recognized as one", () => {
    fc.assert(fc.property(merchants, keys, (merchant, key) => PAYMENT_ID.test(paymentIdFor(merchant, key))));
  });
});

describe("an operation's id", () => {
  it("never changes for a payment, an operation and a key, or a retried refund would refund twice", () => {
    // printf 'refund\nsvcpay_1\nkey-1' | sha256sum | cut -c1-32
    expect(operationIdFor("svcpay_1", "refund", "key-1")).toBe("op_720226e22ed5f95eabaa5100c2bdc71d");
  });

  it.each([
    ["payment", operationIdFor("svcpay_2", "refund", "key-1")],
    ["operation", operationIdFor("svcpay_1", "capture", "key-1")],
    ["key", operationIdFor("svcpay_1", "refund", "key-2")],
  ])("is another for another %s", (_, other) => {
    expect(other).not.toBe(operationIdFor("svcpay_1", "refund", "key-1"));
  });
});

const digits = "0123456789abcdef0123456789abcdef";

it.each([
  ["nothing", ""],
  ["digits without the prefix", digits],
  ["a prefix without digits", "svcpay_"],
  ["a digit too few", `svcpay_${digits.slice(1)}`],
  ["a digit too many", `svcpay_${digits}0`],
  ["capital letters", `svcpay_${digits.toUpperCase()}`],
  ["a line break behind it", `svcpay_${digits}\n`],
  ["something before it", `x svcpay_${digits}`],
  ["the id of an operation", operationIdFor("svcpay_1", "refund", "key-1")],
])("is no payment id: %s", (_, text) => {
  expect(PAYMENT_ID.test(text)).toBe(false);
});

it("an operation's id is known by its form, wherever the processor gives it back", () => {
  expect(OPERATION_ID.test(operationIdFor("svcpay_1", "refund", "key-1"))).toBe(true);
  for (const other of ["", "op_1", `svcpay_${"0".repeat(32)}`, `op_${"0".repeat(33)}`])
    expect(OPERATION_ID.test(other)).toBe(false);
});
