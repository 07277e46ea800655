import {
  type ActivityByDay,
  type ActivityEvent,
  add,
  addDays,
  countActivity,
} from "../finance/day-activity.ts";
import type { DeliveryState } from "./event.ts";

/*
 * What the events of an hour or a day came to: attempts to send their callbacks, by the hour of the attempt, and what
 * happened on which day. Counts are made by reading events and are never raised one by one, so they cannot drift.
 */

export type AttemptCounts = {
  accepted: number;
  failed: number;
  /** How many attempts were answered, at any endpoint, by how long that took: see bucketOf. */
  responses: Record<string, number>;
};

export type EventCounts = {
  /** By the hour in which they were made, such as 2026-07-01T14: an event is tried for a day after it came. */
  attempts: Record<string, AttemptCounts>;
  /** How many callbacks may still be tried. */
  open: number;
  /** What happened on a day. An event that came late is of an earlier day than the span's own. */
  days: ActivityByDay;
};

type CountedDelivery = {
  delivery: DeliveryState;
  log: readonly {
    at: number;
    milliseconds: number;
    status?: number | undefined;
    error?: string | undefined;
  }[];
};

/** Of an event's record, what is counted. */
export type CountedEvent = ActivityEvent & { deliveries: readonly CountedDelivery[] };

export const hourOf = (at: number): string => new Date(at).toISOString().slice(0, 13);

export const noAttempts = (): AttemptCounts => ({ accepted: 0, failed: 0, responses: {} });

export const noCounts = (): EventCounts => ({ attempts: {}, open: 0, days: {} });

/** Whether a later look may find other attempts. */
export const hasOpenCallbacks = ({ open }: EventCounts): boolean => open > 0;

export function countEvents(events: readonly CountedEvent[]): EventCounts {
  const counts = { ...noCounts(), days: countActivity(events) };
  for (const { deliveries } of events) for (const one of deliveries) countDelivery(counts, one);
  return counts;
}

function countDelivery(counts: EventCounts, { delivery, log }: CountedDelivery): void {
  if (delivery === "pending" || delivery === "held") counts.open++;
  for (const { at, status, error, milliseconds } of log) {
    const hour = hourOf(at);
    counts.attempts[hour] ??= noAttempts();
    const attempts = counts.attempts[hour];
    if (error === undefined) attempts.accepted++;
    else attempts.failed++;
    if (status !== undefined) add(attempts.responses, String(bucketOf(milliseconds)), 1);
  }
}

export function addCounts(all: readonly EventCounts[]): EventCounts {
  const hours = new Set(all.flatMap(({ attempts }) => Object.keys(attempts)));
  return {
    attempts: Object.fromEntries([...hours].map((hour) => [hour, attemptsIn(all, hour)])),
    open: all.reduce((sum, { open }) => sum + open, 0),
    days: addDays(all.map(({ days }) => days)),
  };
}

/** All attempts of an hour, whenever their events came. */
export function attemptsIn(all: readonly EventCounts[], hour: string): AttemptCounts {
  const sum = noAttempts();
  for (const { accepted, failed, responses } of all.flatMap(({ attempts }) => attempts[hour] ?? [])) {
    sum.accepted += accepted;
    sum.failed += failed;
    for (const [bucket, count] of Object.entries(responses)) add(sum.responses, bucket, count);
  }
  return sum;
}

/** Times are kept in steps of a fifth: the median of many hours can be told from their sums. */
const STEP = 1.2;

const bucketOf = (milliseconds: number): number =>
  Math.round(Math.log(Math.max(1, milliseconds)) / Math.log(STEP));

/** Half of the responses came within about this time; null where there are none. */
export function medianResponse({ responses }: AttemptCounts): number | null {
  const sorted = Object.entries(responses)
    .map(([bucket, count]) => ({ bucket: Number(bucket), count }))
    .sort((one, other) => one.bucket - other.bucket);
  const half = sorted.reduce((sum, { count }) => sum + count, 0) / 2;
  let seen = 0;
  for (const { bucket, count } of sorted) {
    seen += count;
    if (seen >= half) return Math.round(STEP ** bucket);
  }
  return null;
}
