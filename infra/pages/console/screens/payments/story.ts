import type { ListedPayment, Schemas, TimelineEntry } from "../../api/types.ts";

export type ProcessorEvent = Schemas["TimelineProcessorEvent"];
export type Attempt = Schemas["TimelineCallbackAttempt"];

/** A buyer who has not paid within the hour is not waited for. */
const BUYER_MS = 3_600_000;

const isEvent = (entry: TimelineEntry): entry is ProcessorEvent => entry.kind === "processor_event";
const isAttempt = (entry: TimelineEntry): entry is Attempt => entry.kind === "callback_attempt";

/**
 * Whether a hold ran out: one that was neither captured in time nor canceled. The bank lets it go then, and the
 * processor cancels the payment.
 */
export function isExpiredHold(
  { status, captureBefore }: Pick<ListedPayment, "status" | "captureBefore">,
  timeline: TimelineEntry[],
  now: number,
): boolean {
  if (status === "requires_capture") return captureBefore !== null && Date.parse(captureBefore) <= now;
  if (status !== "canceled") return false;
  const wasAsked = timeline.some((entry) => entry.kind === "api_call" && entry.operation === "cancel");
  const hold = timeline.filter(isEvent).findLast((entry) => entry.captureBefore !== null);
  const end = timeline.filter(isEvent).find(({ type }) => type === "payment_intent.canceled");
  if (end?.cancellationReason) return end.cancellationReason === "expired";
  if (wasAsked || !hold?.captureBefore || !end) return false;
  return Date.parse(end.at) >= Date.parse(hold.captureBefore);
}

const UNDER_WAY = /^(pending|requires_action)$/;

export type PendingRefunds = { cents: number; needsAction: boolean };

/** What the customer has not received yet of the refunds, as their events or what needs attention tell. */
export function pendingRefundsOf(
  timeline: TimelineEntry[],
  waiting: readonly Schemas["Attention"][],
): PendingRefunds {
  const refunds = new Map<unknown, { status: string; amountCents: number | null }>();
  for (const { refund } of timeline.filter(isEvent)) if (refund) refunds.set(refund.refundId, refund);
  for (const { subject, amountCents } of waiting)
    if (UNDER_WAY.test(refunds.get(subject.refundId)?.status ?? "pending"))
      refunds.set(subject.refundId, { status: "requires_action", amountCents });
  const pending = [...refunds.values()].filter(({ status }) => UNDER_WAY.test(status));
  return {
    cents: pending.reduce((sum, { amountCents }) => sum + (amountCents ?? 0), 0),
    needsAction: pending.some(({ status }) => status === "requires_action"),
  };
}

/** Whether it was charged, whatever became of the money since. */
export const isPaid = ({ status }: Pick<ListedPayment, "status">): boolean =>
  /^(succeeded|partially_refunded|refunded)$/.test(status);

export function isPending(
  { status }: Pick<ListedPayment, "status">,
  timeline: TimelineEntry[],
  now: number,
): boolean {
  const events = timeline.filter(isEvent);
  if (events.some(({ delivery, applied }) => delivery === "pending" || applied === "not_finished"))
    return true;
  if (status === "processing") return true;
  const waitsForBuyer = /^requires_(payment_method|confirmation|action)$/.test(status);
  const last = timeline.at(-1);
  return waitsForBuyer && last !== undefined && now - Date.parse(last.at) < BUYER_MS;
}

/** When the next callback is due, if nothing else is waited for. */
export function nextAttemptIn(timeline: TimelineEntry[]): string | undefined {
  const waiting = timeline.filter(isEvent).filter(({ delivery }) => delivery === "pending");
  const due = waiting.map((event) => lastAttempt(timeline, event)?.nextAttemptAt);
  return due.every((at) => typeof at === "string") ? due.toSorted()[0] : undefined;
}

export const lastAttempt = (timeline: TimelineEntry[], event: ProcessorEvent): Attempt | undefined =>
  timeline.filter(isAttempt).findLast((attempt) => isOfEvent(attempt, event));

/** At the endpoint whose state the event shows. */
export const isOfEvent = (attempt: Attempt, { eventId, endpointId }: ProcessorEvent): boolean =>
  attempt.eventId === eventId && attempt.endpointId === endpointId;

/** Bad news that a server hears of only where its endpoint has chosen them. */
const CHOSEN_ONLY = [
  "refund.failed",
  "charge.dispute.updated",
  "radar.early_fraud_warning.created",
  "payment.hold_expiring",
  "dispute.response_due",
];

/** Of which of these it was not told, each once. */
export const untoldNews = (timeline: TimelineEntry[]): string[] => [
  ...new Set(
    timeline
      .filter(isEvent)
      .filter(({ type, delivery }) => delivery === "none" && CHOSEN_ONLY.includes(type))
      .map(({ type }) => type),
  ),
];

export const lastToldEvent = (timeline: TimelineEntry[]): ProcessorEvent | undefined =>
  timeline.findLast((entry): entry is ProcessorEvent => isEvent(entry) && entry.delivery !== "none");
