import {
  addCounts,
  countEvents,
  type EventCounts,
  hasOpenCallbacks,
  noCounts,
} from "../../domain/events/event-counts.ts";
import { dateOf } from "../../domain/finance/day.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../domain/time.ts";
import { type CountedSpan, listCounts, saveCounts } from "../../ledger/event-counts.ts";
import { listEventsInWindow } from "../../ledger/event-lists.ts";
import { type DeliveryStanding, type EventRecord, readableBody } from "../../ledger/event-record.ts";
import type { Merchant } from "../../ledger/merchants.ts";
import { withDeliveries } from "../find-deliveries.ts";

/*
 * Counts a merchant's events by hour and by day when somebody looks, the newest first, and keeps what it has counted.
 * An event is counted once it is finished, at its place in the list of events, where it stays then. So an hour can be
 * kept a few minutes after its end. What is left for the next look is said.
 */

/** So many events are read for one look. */
const MAX_EVENTS = 1_000;

/** By then every event that belongs into an hour is in the index, or has taken a later place. */
const SETTLED_MS = 5 * MINUTE_MS;

/** Callbacks are tried for 23 hours. While some are open, their hour is counted again, but not at every look. */
const OPEN_MS = 26 * HOUR_MS;
const RECOUNT_MS = 10 * MINUTE_MS;

const PAGE = 200;

/** `isComplete`: every event of the span is in the counts. */
type Span = { fromMs: number; counts: EventCounts; isComplete: boolean };

export type Counted = {
  /** From the first day that was asked for to today. */
  days: Span[];
  /** The 25 hours up to now. */
  hours: Span[];
};

const hourOf = (at: number): string => new Date(at).toISOString().slice(0, 13);
const startOfDay = (at: number): number => Math.floor(at / DAY_MS) * DAY_MS;

export async function countMerchantsEvents(merchant: Merchant, days: number, at: number): Promise<Counted> {
  const today = startOfDay(at);
  const thisHour = Math.floor(at / HOUR_MS) * HOUR_MS;
  const first = today - (days - 1) * DAY_MS;
  // Days with an hour whose callbacks may still be open are made of their hours.
  const byHours = startOfDay(at - OPEN_MS - SETTLED_MS);
  const { merchantId } = merchant;
  const [keptHours, keptDays] = await Promise.all([
    listCounts(merchantId, "HOUR", [hourOf(byHours), hourOf(at)]),
    listCounts(merchantId, "DAY", [dateOf(Math.min(first, byHours)), dateOf(at)]),
  ]);
  const look: Look = { merchant, at, left: MAX_EVENTS };
  const hours = new Map<number, Span>();
  for (let from = thisHour; from >= byHours; from -= HOUR_MS)
    hours.set(from, await countHour(look, from, keptHours.get(hourOf(from))));
  const counted: Span[] = [];
  for (let from = today; from >= first; from -= DAY_MS) {
    const kept = keptDays.get(dateOf(from));
    const isByHours = from >= byHours;
    counted.push(isByHours ? await sumDay(look, from, hours, kept) : await countDay(look, from, kept));
  }
  const shown = Array.from({ length: 25 }, (_, nth) => hours.get(thisHour - (24 - nth) * HOUR_MS));
  return { days: counted.reverse(), hours: shown.flatMap((span) => span ?? []) };
}

type Look = { merchant: Merchant; at: number; left: number };

const NOTHING = (fromMs: number): Span => ({ fromMs, counts: noCounts(), isComplete: true });

async function countHour(look: Look, from: number, kept: CountedSpan | undefined): Promise<Span> {
  const end = from + HOUR_MS;
  if (end <= look.merchant.createdAt) return NOTHING(from);
  const isOver = end + SETTLED_MS <= look.at;
  const isStale =
    kept !== undefined &&
    hasOpenCallbacks(kept.counts) &&
    end > look.at - OPEN_MS &&
    kept.countedAt <= look.at - RECOUNT_MS;
  if (kept && kept.next === undefined && !isStale) return spanOf(from, kept);
  const base = kept?.next === undefined ? undefined : kept;
  const counted = await countSpan(look, { span: hourOf(from), from, end }, base);
  if (!counted) return kept ? spanOf(from, kept) : { ...NOTHING(from), isComplete: false };
  // What was whole stays whole: a recount that could not be finished is not kept.
  if (kept && base === undefined && counted.next !== undefined) return spanOf(from, kept);
  if (isOver) await saveCounts(look.merchant.merchantId, "HOUR", counted, kept);
  return spanOf(from, counted);
}

/** Of a day that is older than every open callback. */
async function countDay(look: Look, from: number, kept: CountedSpan | undefined): Promise<Span> {
  if (from + DAY_MS <= look.merchant.createdAt) return NOTHING(from);
  if (kept && kept.next === undefined) return spanOf(from, kept);
  const counted = await countSpan(look, { span: dateOf(from), from, end: from + DAY_MS }, kept);
  if (!counted) return kept ? spanOf(from, kept) : { ...NOTHING(from), isComplete: false };
  await saveCounts(look.merchant.merchantId, "DAY", counted, kept);
  return spanOf(from, counted);
}

/** The sum of its hours, which is kept once it cannot change any more. */
async function sumDay(
  { merchant, at }: Look,
  from: number,
  hours: ReadonlyMap<number, Span>,
  kept: CountedSpan | undefined,
): Promise<Span> {
  if (kept && kept.next === undefined) return spanOf(from, kept);
  const own = [...hours.values()].filter(({ fromMs }) => fromMs >= from && fromMs < from + DAY_MS);
  const counts = addCounts(own.map((hour) => hour.counts));
  const isComplete = own.every((hour) => hour.isComplete);
  const isSettled = isComplete && from + DAY_MS + SETTLED_MS <= at && !hasOpenCallbacks(counts);
  if (isSettled && from + DAY_MS > merchant.createdAt)
    await saveCounts(merchant.merchantId, "DAY", { span: dateOf(from), counts, countedAt: at }, kept);
  return { fromMs: from, counts, isComplete };
}

const spanOf = (fromMs: number, { counts, next }: CountedSpan): Span => ({
  fromMs,
  counts,
  isComplete: next === undefined,
});

/** Goes on where `base` ended. undefined: nothing is left to read for this look. */
async function countSpan(
  look: Look,
  { span, from, end }: { span: string; from: number; end: number },
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
