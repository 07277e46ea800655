import { isFailing, type StandingCallback } from "./callback-health.ts";
import { type ActivityByDay, type ActivityEvent, add, addDays, countActivity } from "./day-activity.ts";
import { worstOf } from "./worst-delivery.ts";

/*
 * What the events of an hour or a day came to: callbacks, and what happened on which day. Counts are made by reading
 * events and are never raised one by one, so they cannot drift.
 */

export type EventCounts = {
  delivered: number;
  /** Not delivered yet, after at least one attempt that failed. */
  retrying: number;
  failed: number;
  /** Not tried yet, or paused. */
  waiting: number;
  /** How many attempts were answered, at any endpoint, by how long that took: see bucketOf. */
  responses: Record<string, number>;
  /** What happened on a day. An event that came late is of an earlier day than the span's own. */
  days: ActivityByDay;
};

type CountedCallback = StandingCallback<{
  generation: number;
  milliseconds: number;
  status?: number | undefined;
}>;

/** Of an event's record, what is counted. */
export type CountedEvent = CountedCallback &
  ActivityEvent & {
    /** To the endpoints after the first. */
    further?: readonly CountedCallback[];
  };

export const noCounts = (): EventCounts => ({
  delivered: 0,
  retrying: 0,
  failed: 0,
  waiting: 0,
  responses: {},
  days: {},
});

/** Whether a later look may find other callbacks. */
export const hasOpenCallbacks = ({ retrying, waiting }: EventCounts): boolean => retrying + waiting > 0;

export function countEvents(events: readonly CountedEvent[]): EventCounts {
  const counts = { ...noCounts(), days: countActivity(events) };
  for (const event of events) countCallback(counts, event);
  return counts;
}

/** Each event once, as it stands at the endpoint where it stands worst. */
function countCallback(counts: EventCounts, { further = [], ...event }: CountedEvent): void {
  const worst = worstOf<CountedCallback>(event, further);
  if (worst.delivery === "none") return;
  if (worst.delivery === "delivered") counts.delivered++;
  else if (worst.delivery === "dead") counts.failed++;
  else if (isFailing(worst)) counts.retrying++;
  else counts.waiting++;
  for (const { status, milliseconds } of [event, ...further].flatMap(({ log }) => log))
    if (status !== undefined) add(counts.responses, String(bucketOf(milliseconds)), 1);
}

export function addCounts(all: readonly EventCounts[]): EventCounts {
  const sum = { ...noCounts(), days: addDays(all.map(({ days }) => days)) };
  for (const one of all) {
    for (const name of ["delivered", "retrying", "failed", "waiting"] as const) sum[name] += one[name];
    for (const [bucket, count] of Object.entries(one.responses)) add(sum.responses, bucket, count);
  }
  return sum;
}

/** Times are kept in steps of a fifth: the median of many hours can be told from their sums. */
const STEP = 1.2;

const bucketOf = (milliseconds: number): number =>
  Math.round(Math.log(Math.max(1, milliseconds)) / Math.log(STEP));

/** Half of the responses came within about this time; null where there are none. */
export function medianResponse({ responses }: Pick<EventCounts, "responses">): number | null {
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
