import { expect, it } from "vitest";
import {
  entryOf,
  isNothingLeft,
  isRefused,
  isShownDone,
} from "../../../../shared/domain/payments/operation.ts";

const CALL = { operationId: "op_1", at: 1_000, traceId: "trace" };
const entry = (decided: object, refund?: object) =>
  entryOf(decided as never, { payment: { amountCents: 900 } as never, ...CALL }, refund as never);

it("an operation stands in the payment's story with the amount that was asked for, a cancellation with the payment's", () => {
  expect(entry({ kind: "capture", amountCents: 500 })).toEqual({
    ...CALL,
    operation: "capture",
    amountCents: 500,
  });
  expect(entry({ kind: "cancel" })).toEqual({ ...CALL, operation: "cancel", amountCents: 900 });
});

it("a refund's status stands in the story only where the money has not been given back yet", () => {
  const refund = { kind: "refund", amountCents: 100 };
  expect(entry(refund, { status: "pending" })).toMatchObject({
    operation: "refund",
    refundStatus: "pending",
  });
  expect(entry(refund, { status: "succeeded" })).toEqual({ ...CALL, operation: "refund", amountCents: 100 });
});

it.each([
  ["already_canceled", "canceled", true],
  ["already_canceled", "succeeded", false],
  ["already_captured", "succeeded", true],
  ["already_captured", "partially_refunded", true],
  ["already_captured", "refunded", true],
  ["already_captured", "requires_capture", false],
  ["already_captured", "canceled", false],
])("a payment that is %s shows it by being %s: %s", (kind, status, is) => {
  expect(isShownDone({ status } as never, { kind })).toBe(is);
});

it("a decision is refused, has nothing left to do, or has", () => {
  const kinds = ["refused", "already_captured", "already_canceled", "capture", "refund", "cancel"];
  expect(kinds.filter((kind) => isRefused({ kind }))).toEqual(["refused"]);
  expect(kinds.filter((kind) => isNothingLeft({ kind }))).toEqual(["already_captured", "already_canceled"]);
});
