import type { Payment, Schemas, TimelineEntry } from "../../api/types.ts";

export type ProcessorEvent = Schemas["TimelineProcessorEvent"];
export type Attempt = Schemas["TimelineCallbackAttempt"];

/** A buyer who has not paid within the hour is not waited for. */
const BUYER_MS = 3_600_000;

const isEvent = (entry: TimelineEntry): entry is ProcessorEvent => entry.kind === "processor_event";
const isAttempt = (entry: TimelineEntry): entry is Attempt => entry.kind === "callback_attempt";

/** What the processor last said of refunds: it counts them together. */
export const refundedIn = (timeline: TimelineEntry[]): number =>
  timeline.findLast((entry): entry is ProcessorEvent => isEvent(entry) && entry.refundedCents !== null)
    ?.refundedCents ?? 0;

/** Whether something is about to happen that is worth asking for. */
export function isPending({ status }: Payment, timeline: TimelineEntry[], now: number): boolean {
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
  if (waiting.length === 0) return undefined;
  const due = waiting.map(({ eventId }) => lastAttempt(timeline, eventId)?.nextAttemptAt);
  return due.every((at) => typeof at === "string") ? due.toSorted()[0] : undefined;
}

export const lastAttempt = (timeline: TimelineEntry[], eventId: string): Attempt | undefined =>
  timeline.findLast((entry): entry is Attempt => isAttempt(entry) && entry.eventId === eventId);

/** The last event that the merchant's server was, or is, to be told of. */
export const lastToldEvent = (timeline: TimelineEntry[]): ProcessorEvent | undefined =>
  timeline.findLast((entry): entry is ProcessorEvent => isEvent(entry) && entry.delivery !== "none");
