import { expect, it } from "vitest";
import { entryOf, isRefused } from "../../../../shared/domain/payments/operation.ts";

it("an operation stands in the payment's story with its amount, its id and the request that asked for it", () => {
  const call = { operationId: "op_1", at: 1_000, traceId: "trace" };
  const entry = { ...call, operation: "capture", amountCents: 500 };
  expect(entryOf("capture", { ...call, decided: {} } as never, 500)).toEqual(entry);
});

it("a decision is refused, or it is not", () => {
  const kinds = ["refused", "already_captured", "already_canceled", "capture", "refund", "cancel"];
  expect(kinds.filter((kind) => isRefused({ kind }))).toEqual(["refused"]);
});
