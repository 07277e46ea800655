import type { Applied } from "../../domain/event.ts";
import { type Payment, sameState } from "../../domain/payment.ts";
import { speaksForItself } from "../../domain/payment-event.ts";
import { findPaymentRecord, saveDispute, toPayment } from "../../ledger/payments.ts";
import { fetchDispute } from "../../processor/disputes.ts";
import type { EventSubject } from "../../processor/events.ts";
import { fetchIntent } from "../../processor/intents.ts";
import { followPayment } from "../payments/sync-payment.ts";

const MAX_ROUNDS = 5;

/** Brings the payment in line with an event, by the same projection that the API's own calls use. */
export async function applyToPayment(
  payment: Payment,
  intentId: string,
  subject: EventSubject,
): Promise<Applied> {
  if (subject.kind === "dispute") return followDispute(payment, subject.disputeId);
  const ask = async (current: Payment) => {
    if (subject.kind === "intent" && speaksForItself(current, subject.snapshot)) return subject.snapshot;
    // Late, out of order, or about refunds: what the processor says now is the only thing that counts.
    return fetchIntent(payment.connectedAccountId, intentId);
  };
  const followed = await followPayment(payment, { ask, askAgain: ask });
  return sameState(followed, payment) ? "unchanged" : "applied";
}

/** An opened dispute may be told after it was closed, so the dispute itself is asked. */
async function followDispute(payment: Payment, disputeId: string): Promise<Applied> {
  let current = payment;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const dispute = await fetchDispute(payment.connectedAccountId, disputeId);
    if (current.disputes[disputeId]?.status === dispute.status) return "unchanged";
    if (await saveDispute(current, dispute)) return "applied";
    const newer = await findPaymentRecord(payment.svcPaymentId);
    if (!newer) throw new Error("A payment disappeared from the ledger.");
    current = toPayment(newer);
  }
  throw new Error("A disputed payment kept changing.");
}
