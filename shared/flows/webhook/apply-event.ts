import type { Applied } from "../../domain/event.ts";
import { type Payment, sameState } from "../../domain/payment.ts";
import { speaksForItself } from "../../domain/payment-event.ts";
import type { EventSubject } from "../../processor/events.ts";
import { fetchIntent } from "../../processor/intents.ts";
import { syncDispute } from "../payments/sync-dispute.ts";
import { syncPayment } from "../payments/sync-payment.ts";

/** Brings the payment in line with an event, by the same projection that the API's own calls use. */
export async function applyToPayment(
  payment: Payment,
  intentId: string,
  subject: EventSubject,
): Promise<Applied> {
  if (subject.kind === "dispute") return applyDispute(payment, subject.disputeId);
  const ask = async (current: Payment) => {
    if (subject.kind === "intent" && speaksForItself(current, subject.snapshot)) return subject.snapshot;
    // Late, out of order, or about refunds: what the processor says now is the only thing that counts.
    return fetchIntent(payment.connectedAccountId, intentId);
  };
  const synced = await syncPayment(payment, { ask });
  return sameState(synced, payment) ? "unchanged" : "applied";
}

async function applyDispute(payment: Payment, disputeId: string): Promise<Applied> {
  const synced = await syncDispute(payment, disputeId);
  return synced.disputes[disputeId]?.status === payment.disputes[disputeId]?.status ? "unchanged" : "applied";
}
