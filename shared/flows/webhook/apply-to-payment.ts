import type { Applied, EventSource } from "../../domain/event.ts";
import { type IntentSnapshot, type Payment, sameState } from "../../domain/payment.ts";
import { speaksForItself } from "../../domain/payment-event.ts";
import type { EventSubject } from "../../processor/events.ts";
import { fetchIntent } from "../../processor/intents.ts";
import { whyUnreadable } from "../../processor/unreadable.ts";
import { syncDispute } from "../payments/sync-dispute.ts";
import { syncPayment } from "../payments/sync-payment.ts";

export type PaymentNews = { intentId: string; subject: EventSubject; source: EventSource };

/** `missing`: the processor does not know what the event is about, which it may a moment later. */
export type AppliedToPayment = { kind: Applied } | { kind: "missing" };

/** Brings the payment in line with an event, by the same projection that the API's own calls use. */
export async function applyToPayment(payment: Payment, news: PaymentNews): Promise<AppliedToPayment> {
  try {
    const { subject } = news;
    const changed = await (subject.kind === "dispute"
      ? applyDispute(payment, subject.disputeId)
      : applyIntent(payment, news));
    // What the processor says now is understood; what the event says is not, and an operator should know.
    if (subject.kind === "intent" && subject.picture.kind === "not_understood")
      return { kind: "not_understood" };
    return { kind: changed ? "applied" : "unchanged" };
  } catch (error) {
    const why = whyUnreadable(error);
    if (why.kind === "passing") throw error;
    return why;
  }
}

async function applyIntent(payment: Payment, { intentId, subject, source }: PaymentNews): Promise<boolean> {
  // An event that we asked for may be of another API version than the one that our endpoint is pinned to.
  const told = source === "webhook" && subject.kind === "intent" ? subject.picture : undefined;
  const ask = async (current: Payment): Promise<IntentSnapshot> => {
    if (told?.kind === "read" && speaksForItself(current, told.snapshot)) return told.snapshot;
    // Late, out of order, or about refunds: what the processor says now is the only thing that counts.
    return fetchIntent(payment.connectedAccountId, intentId);
  };
  return !sameState(await syncPayment(payment, { ask }), payment);
}

async function applyDispute(payment: Payment, disputeId: string): Promise<boolean> {
  const synced = await syncDispute(payment, disputeId);
  return synced.disputes[disputeId]?.status !== payment.disputes[disputeId]?.status;
}
