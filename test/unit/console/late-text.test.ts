import { expect, it } from "vitest";
import { lateText, TIMEOUT_MS } from "../../../infra/pages/console/api/call.ts";
import { isOutcome } from "../../../infra/pages/console/screens/payments/money/open-form.ts";

it("the console waits for an answer longer than the gateway does, which waits 30 seconds", () => {
  expect(TIMEOUT_MS).toBeGreaterThan(30_000);
});

it.each([
  ["a read", { method: "GET" as const }, /35 seconds\. Try again\.$/],
  ["a change", { method: "PUT" as const }, /The outcome is unknown\. Check the current state/],
  ["a refund", { method: "POST" as const, idempotencyKey: "k" }, /unknown\. Retry: it is the same request/],
])("what people read when no answer comes to %s says what is known and what to do", (_, asked, words) => {
  expect(lateText(asked)).toMatch(words);
});

it("an answer that never comes is no outcome: the form of a refund stays open under its key", () => {
  expect(isOutcome({ status: undefined, title: undefined })).toBe(false);
});
