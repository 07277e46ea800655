import { expect, it } from "vitest";
import { ledgerFilterFor, parseStatus, STATUS_CHOICES } from "../../../infra/operator/payment-status.ts";

it.each([
  ["declined", { status: "requires_payment_method" }],
  ["disputed", { trouble: "disputed" }],
  ["refund_failed", { trouble: "refund_failed" }],
  ["uncaptured", { status: "requires_capture" }],
  ["requires_capture", { status: "requires_capture" }],
  ["incomplete", {}],
  ["succeeded", { status: "succeeded" }],
])("payments with the shown or the API's status %s are listed of the ledger's %j", (given, filter) => {
  expect(ledgerFilterFor(parseStatus(given))).toEqual(filter);
});

it("every status that is shown is understood, and another is rejected with those that there are", () => {
  for (const status of STATUS_CHOICES) expect(() => parseStatus(status)).not.toThrow();
  expect(() => parseStatus("paid")).toThrow(/^Allowed choices are /);
});
