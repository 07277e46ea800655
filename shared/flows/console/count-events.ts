import {
  type AttemptCounts,
  addCounts,
  attemptsIn,
  countEvents,
  type EventCounts,
  hasOpenCallbacks,
  hourOf,
  noCounts,
} from "../../domain/events/event-counts.ts";
import { dateOf } from "../../domain/finance/day.ts";
import { addActivity, type DayActivity } from "../../domain/finance/day-activity.ts";
import { DAY_MS, HOUR_MS, isoTime, MINUTE_MS } from "../../domain/time.ts";
import { type CountedSpan, listCounts, saveCounts } from "../../ledger/event-counts.ts";
import { listEventsInWindow, momentOf } from "../../ledger/event-lists.ts";
import { type DeliveryStanding, type EventRecord, readableBody } from "../../ledger/events.ts";
import type { Merchant } from "../../ledger/merchants.ts";
import { withDeliveries } from "../find-deliveries.ts";

/*
 * Counts a merchant's events by hour when somebody looks, the newest first, and keeps what it has counted. An event is
 * counted once it is finished, at its place in the list of events, where it stays then. So an hour can be kept a few
 * minutes after its end, and of the hour that is not over each ten minutes. What is left for the next look is said. A
 * day's statement has counted its day already: only days without one are counted here, those before yesterday as a whole.
 */

/** So many events are read for one look. */
const MAX_EVENTS = 1_000;

/** Of these for the hour that is not over: its last minutes are read at every look, after all hours before it. */
const MIN_NOW = 500;
const MINUTES_MS = 10 * MINUTE_MS;

/** By then every event that belongs into an hour is in the index, or has taken a later place. */
const SETTLED_MS = 5 * MINUTE_MS;

/** Callbacks are tried for 23 hours. While some are open, their hour is counted again, but not at every look. */
const OPEN_MS = 26 * HOUR_MS;
const RECOUNT_MS = 10 * MINUTE_MS;

const PAGE = 200;

/** `isComplete`: every event of the span is in the counts; else those from `countedFrom` on. */
type Span = { fromMs: number; counts: EventCounts; isComplete: boolean; countedFrom: number };

export type Counted = {
  /** Of the days that were asked for. */
  days: ReadonlyMap<string, CountedDay>;
  /** The 25 hours up to now, with the attempts that were made in each. */
  hours: CountedHour[];
  /** Since when every event of these days is counted; absent: all are. */
  countedFrom: number | undefined;
};

type CountedHour = { fromMs: number; attempts: AttemptCounts; isComplete: boolean };

type CountedDay = { activity: DayActivity; isComplete: boolean };

const startOfDay = (at: number): number => Math.floor(at / DAY_MS) * DAY_MS;

/** `dates`: those whose activity no statement tells, newest first. */
export async function countMerchantsEvents(
  merchant: Merchant,
  dates: readonly string[],
  at: number,
): Promise<Counted> {
  const thisHour = Math.floor(at / HOUR_MS) * HOUR_MS;
  // Every event that may have been tried within the last day.
  const byHours = startOfDay(at - DAY_MS - OPEN_MS);
  const older = dates.filter((date) => Date.parse(date) < byHours);
  const { merchantId } = merchant;
  const [keptMinutes, keptHours, keptDays] = await Promise.all([
    listCounts(merchantId, "MINUTES", [minutesOf(thisHour), minutesOf(at)]),
    listCounts(merchantId, "HOUR", [hourOf(byHours), hourOf(at)]),
    older[0] ? listCounts(merchantId, "DAY", [older.at(-1) ?? older[0], older[0]]) : NONE_KEPT,
  ]);
  const look: Look = { merchant, at, left: MAX_EVENTS - MIN_NOW };
  const hours: Span[] = [];
  for (let from = thisHour - HOUR_MS; from >= byHours; from -= HOUR_MS) {
    const span = { kind: "HOUR", span: hourOf(from), from, end: from + HOUR_MS } as const;
    hours.push(await countHour(look, span, keptHours.get(span.span)));
  }
  look.left += MIN_NOW;
  for (let from = at - (at % MINUTES_MS); from >= thisHour; from -= MINUTES_MS) {
    const span = { kind: "MINUTES", span: minutesOf(from), from, end: from + MINUTES_MS } as const;
    hours.push(await countHour(look, span, keptMinutes.get(span.span)));
  }
  const spans = [...hours];
  for (const date of older) spans.push(await countDay(look, Date.parse(date), keptDays.get(date)));
  const shown = Array.from({ length: SHOWN_HOURS }, (_, nth) => hourIn(hours, thisHour - nth * HOUR_MS));
  const gaps = spans.filter(({ fromMs, isComplete }) => !isComplete && dates.includes(dateOf(fromMs)));
  return {
    days: new Map(dates.map((date) => [date, dayIn(spans, date)])),
    hours: shown.reverse(),
    countedFrom: gaps.length > 0 ? Math.max(...gaps.map(({ countedFrom }) => countedFrom)) : undefined,
  };
}

/** Such as 2026-07-01T14:20. */
const minutesOf = (at: number): string => isoTime(at - (at % MINUTES_MS)).slice(0, 16);

const SHOWN_HOURS = 25;

const NONE_KEPT: ReadonlyMap<string, CountedSpan> = new Map();

/** A callback is tried for a day: an event of any hour before may have been tried in this one. */
const hourIn = (spans: readonly Span[], fromMs: number): CountedHour => ({
  fromMs,
  attempts: attemptsIn(
    spans.map(({ counts }) => counts),
    hourOf(fromMs),
  ),
  isComplete: spans.every(
    (span) => span.isComplete || span.fromMs >= fromMs + HOUR_MS || span.fromMs < fromMs - OPEN_MS,
  ),
});

/** An event may be received on a later day than it is of. */
const dayIn = (spans: readonly Span[], date: string): CountedDay => ({
  activity: addActivity(spans.flatMap(({ counts }) => counts.days[date] ?? [])),
  isComplete: spans.every(({ fromMs, isComplete }) => isComplete || dateOf(fromMs) !== date),
});

type Look = { merchant: Merchant; at: number; left: number };

type Asked = { kind: "MINUTES" | "HOUR" | "DAY"; span: string; from: number; end: number };

const nothing = ({ from }: Asked): Span => ({
  fromMs: from,
  counts: noCounts(),
  isComplete: true,
  countedFrom: from,
});

const notCounted = (asked: Asked): Span => ({ ...nothing(asked), isComplete: false, countedFrom: asked.end });

async function countHour(look: Look, asked: Asked, kept: CountedSpan | undefined): Promise<Span> {
  const { kind, end, from } = asked;
  if (end <= look.merchant.createdAt) return nothing(asked);
  const isOver = end + SETTLED_MS <= look.at;
  const isStale =
    kept !== undefined &&
    hasOpenCallbacks(kept.counts) &&
    end > look.at - OPEN_MS &&
    kept.countedAt <= look.at - RECOUNT_MS;
  if (kept && kept.next === undefined && !isStale) return spanOf(from, kept);
  const base = kept?.next === undefined ? undefined : kept;
  const counted = await countSpan(look, asked, base);
  if (!counted) return kept ? spanOf(from, kept) : notCounted(asked);
  // What was whole stays whole: a recount that could not be finished is not kept.
  if (kept && base === undefined && counted.next !== undefined) return spanOf(from, kept);
  if (isOver) await saveCounts(look.merchant.merchantId, kind, counted, kept);
  return spanOf(from, counted);
}

/** Of a day that is older than every open callback. */
async function countDay(look: Look, from: number, kept: CountedSpan | undefined): Promise<Span> {
  const asked: Asked = { kind: "DAY", span: dateOf(from), from, end: from + DAY_MS };
  if (asked.end <= look.merchant.createdAt) return nothing(asked);
  if (kept && kept.next === undefined) return spanOf(from, kept);
  const counted = await countSpan(look, asked, kept);
  if (!counted) return kept ? spanOf(from, kept) : notCounted(asked);
  await saveCounts(look.merchant.merchantId, "DAY", counted, kept);
  return spanOf(from, counted);
}

const spanOf = (fromMs: number, { counts, next }: CountedSpan): Span => ({
  fromMs,
  counts,
  isComplete: next === undefined,
  countedFrom: next === undefined ? fromMs : momentOf(next),
});

/** Goes on where `base` ended. undefined: nothing is left to read for this look. */
async function countSpan(
  look: Look,
  { span, from, end }: Asked,
  base: CountedSpan | undefined,
): Promise<CountedSpan | undefined> {
  if (look.left <= 0) return undefined;
  const { merchantId } = look.merchant;
  const parts = base ? [base.counts] : [];
  let before = base?.next;
  do {
    const window = { merchantId, sinceMs: from, untilMs: end, before };
    const page = await listEventsInWindow(window, Math.min(PAGE, look.left));
    look.left -= Math.max(1, page.items.length);
    const finished = page.items.filter(({ finishedAt }) => finishedAt !== undefined);
    parts.push(countEvents((await withDeliveries(look.merchant, finished)).map(countedEvent)));
    before = page.next;
  } while (before !== undefined && look.left > 0);
  const counts = addCounts(parts);
  return { span, counts, countedAt: look.at, ...(before !== undefined && { next: before }) };
}

const countedEvent = ({ event, deliveries }: { event: EventRecord; deliveries: DeliveryStanding[] }) => ({
  ...event,
  deliveries,
  body: () => readableBody(event)?.toString("utf8") ?? "",
});
