import type { TimelineEntry } from "../../api/types.ts";
import type { Attempt, ProcessorEvent } from "./story.ts";

/** A fact, with the attempts to send the events that tell it. */
export type TimelineRow = {
  entry: TimelineEntry;
  /** Events that tell the same fact and are no row of their own. */
  also: ProcessorEvent[];
  attempts: Attempt[];
  /** Shown only when technical events are asked for. */
  isTechnical: boolean;
};

const isEvent = (entry: TimelineEntry): entry is ProcessorEvent => entry.kind === "processor_event";

/** Which call of ours an event confirms. */
const CONFIRMED: Record<string, string> = {
  "charge.refunded": "refund",
  "refund.created": "refund",
  "payment_intent.canceled": "cancel",
  "payment_intent.succeeded": "capture",
};

/** These carry on what another event tells: a version, a bank's reference, a fee that was booked. */
const CARRIED_ON = ["charge.updated", "payment.updated"];

/**
 * A row is a fact: a call and the event that confirms it are one, and so are a dispute and the withdrawal of its money.
 * The attempts to send an event belong to its row. What changed nothing is technical, unless it was not delivered.
 */
export function groupTimeline(entries: readonly TimelineEntry[]): TimelineRow[] {
  const rows: TimelineRow[] = [];
  const rowOf = (eventId: string) =>
    rows.find(({ entry, also }) => [entry, ...also].some((one) => isEvent(one) && one.eventId === eventId));
  for (const entry of entries) {
    if (entry.kind === "callback_attempt") {
      const row = rowOf(entry.eventId);
      if (row) row.attempts.push(entry);
      else rows.push({ entry, also: [], attempts: [], isTechnical: false });
      continue;
    }
    const same = isEvent(entry) && (openingOf(rows, entry) ?? callOf(rows, entry));
    if (same) same.also.push(entry);
    else rows.push({ entry, also: [], attempts: [], isTechnical: isTechnical(entry) });
  }
  return rows;
}

const openingOf = (rows: readonly TimelineRow[], { type, dispute }: ProcessorEvent) =>
  rows.find(
    ({ entry }) =>
      type === "charge.dispute.funds_withdrawn" &&
      isEvent(entry) &&
      entry.type === "charge.dispute.created" &&
      entry.dispute?.disputeId === dispute?.disputeId,
  );

/** A charge's event tells the sum of all refunds: it belongs to the call after which as much was refunded. */
function callOf(rows: readonly TimelineRow[], { type, applied, refundedCents, refund }: ProcessorEvent) {
  let sum = 0;
  return rows.find(({ entry, also }) => {
    if (entry.kind !== "api_call" || entry.operation !== CONFIRMED[type] || !isInLedger(applied))
      return false;
    if (type === "refund.created")
      return entry.amountCents === refund?.amountCents && !also.some((one) => one.type === type);
    sum += entry.amountCents;
    return entry.operation !== "refund" || refundedCents === sum;
  });
}

const isInLedger = (applied: string): boolean => applied === "applied" || applied === "unchanged";

/** A dispute's end and a refund's failure have events of their own. A fee that is not returned after all is no news. */
function isTechnical(entry: TimelineEntry): boolean {
  if (!isEvent(entry)) return entry.kind === "fee_returned" && entry.amountCents === 0;
  const { type, applied, delivery, dispute, refund } = entry;
  const isQuiet = delivery === "delivered" || delivery === "none";
  if (!isQuiet || !isInLedger(applied)) return false;
  const isSame = applied === "unchanged";
  // That one was made is told by its charge's event, too, and that it waits by no other.
  if (type === "refund.created") return /^(succeeded|failed)$/.test(refund?.status ?? "");
  if (type === "refund.updated") return isSame || /^(succeeded|failed)$/.test(refund?.status ?? "");
  if (type === "charge.dispute.updated") return isSame || /won|lost|closed/.test(dispute?.status ?? "");
  return CARRIED_ON.includes(type);
}
