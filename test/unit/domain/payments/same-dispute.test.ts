import { expect, it } from "vitest";
import { type Dispute, sameDispute } from "../../../../shared/domain/payments/payment.ts";

const DISPUTE: Dispute = {
  disputeId: "dp_1",
  status: "needs_response",
  reason: "fraudulent",
  amountCents: 4020,
  dueBy: Date.UTC(2026, 6, 3),
};

// By this the ledger decides whether a payment's version rises, and receivers drop what has not risen.
it.each([
  ["status", { status: "lost" }],
  ["reason", { reason: "duplicate" }],
  ["amount", { amountCents: 1 }],
  ["deadline", { dueBy: Date.UTC(2026, 6, 9) }],
])("a dispute with another %s is another picture", (_, changed) => {
  expect(sameDispute(DISPUTE, { ...DISPUTE, ...changed })).toBe(false);
  expect(sameDispute(DISPUTE, { ...DISPUTE })).toBe(true);
});
