import type { Applied, EventSource } from "../../domain/event.ts";
import { type Payment, sameState } from "../../domain/payment.ts";
import { speaksForItself } from "../../domain/payment-event.ts";
import type { EventSubject } from "../../processor/events.ts";
import { fetchIntent } from "../../processor/intents.ts";
import { syncDispute } from "../payments/sync-dispute.ts";
import { syncPayment } from "../payments/sync-payment.ts";

type News = { intentId: string; subject: EventSubject; source: EventSource };

/** Brings the payment in line with an event, by the same projection that the API's own calls use. */
export async function applyToPayment(
  payment: Payment,
  { intentId, subject, source }: News,
): Promise<{ kind: Applied }> {
  if (subject.kind === "dispute") return applyDispute(payment, subject.disputeId);
  const ask = async (current: Payment) => {
    // An event that we asked for may be of another API version than the one that our endpoint is pinned to.
    const mayBeBelieved = source === "webhook" && subject.kind === "intent";
    if (mayBeBelieved && speaksForItself(current, subject.snapshot)) return subject.snapshot;
    // Late, out of order, or about refunds: what the processor says now is the only thing that counts.
    return fetchIntent(payment.connectedAccountId, intentId);
  };
  const synced = await syncPayment(payment, { ask });
  return { kind: sameState(synced, payment) ? "unchanged" : "applied" };
}

async function applyDispute(payment: Payment, disputeId: string): Promise<{ kind: Applied }> {
  const synced = await syncDispute(payment, disputeId);
  const same = synced.disputes[disputeId]?.status === payment.disputes[disputeId]?.status;
  return { kind: same ? "unchanged" : "applied" };
}
