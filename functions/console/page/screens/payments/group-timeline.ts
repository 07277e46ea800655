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

/** What an API call of ours has told already, by the event that confirms it. */
const TOLD_BY: Record<string, string> = {
  "charge.refunded": "refund",
  "payment_intent.canceled": "cancel",
  "payment_intent.succeeded": "capture",
};

/** These carry on what another event tells: a version, a bank's reference, a fee that was booked. */
const CARRIED_ON = ["charge.updated", "payment.updated"];

/**
 * A row is a fact: the attempts to send its event belong to it, a dispute and the withdrawal of its money are one, and
 * what changed nothing is technical, unless it was not delivered or went wrong.
 */
export function groupTimeline(entries: readonly TimelineEntry[]): TimelineRow[] {
  const calls = new Set(
    entries.flatMap((entry) => (entry.kind === "api_call" ? [entry.operation as string] : [])),
  );
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
    const opened =
      isEvent(entry) && entry.type === "charge.dispute.funds_withdrawn" && openingOf(rows, entry);
    if (opened) opened.also.push(entry);
    else
      rows.push({ entry, also: [], attempts: [], isTechnical: isEvent(entry) && isTechnical(entry, calls) });
  }
  return rows;
}

const openingOf = (rows: readonly TimelineRow[], { dispute }: ProcessorEvent): TimelineRow | undefined =>
  rows.find(
    ({ entry }) =>
      isEvent(entry) &&
      entry.type === "charge.dispute.created" &&
      entry.dispute?.disputeId === dispute?.disputeId,
  );

function isTechnical(
  { type, applied, delivery, refund }: ProcessorEvent,
  calls: ReadonlySet<string>,
): boolean {
  const isQuiet = delivery === "delivered" || delivery === "none";
  if (!isQuiet || (applied !== "applied" && applied !== "unchanged")) return false;
  if (CARRIED_ON.includes(type)) return true;
  if (type === "refund.updated") return refund?.status === "succeeded";
  if (applied === "applied") return false;
  const call = TOLD_BY[type];
  return call ? calls.has(call) : type === "charge.dispute.updated";
}
