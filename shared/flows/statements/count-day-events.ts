import { EVENT_TTL_SECONDS } from "../../domain/events/event.ts";
import { addActivity, countActivity } from "../../domain/finance/day-activity.ts";
import { DAY_MS } from "../../domain/time.ts";
import { listEventsInWindow } from "../../ledger/event-lists.ts";
import { readableBody } from "../../ledger/events.ts";
import type { DayWork } from "./work-through-day.ts";

const PAGE = 200;

/** So long the processor sends an event again that was not acknowledged. */
const RESENT_MS = 3 * DAY_MS;

/** Of an older day some events may be gone already. */
export const hasItsEvents = ({ day, at }: Pick<DayWork, "day" | "at">): boolean =>
  day.sinceMs > at - EVENT_TTL_SECONDS * 1000;

/**
 * What customers did that day, by their own currency. Events that were received until the day's statement is made are looked
 * through, so that one that came late counts on its own day.
 */
export async function* countDayEvents(work: DayWork): AsyncGenerator<void, void> {
  const { merchantId, day, date, cursor } = work;
  if (!hasItsEvents(work)) return;
  const window = {
    merchantId,
    sinceMs: day.sinceMs,
    untilMs: Math.min(work.at, day.untilMs + RESENT_MS),
  };
  while (cursor.events !== "counted") {
    const { items, next } = await listEventsInWindow({ ...window, ...cursor.events }, PAGE);
    const counted = countActivity(
      items.map((event) => ({ ...event, body: () => readableBody(event)?.toString("utf8") ?? "" })),
    )[date];
    if (counted) work.activity = addActivity([work.activity, counted]);
    cursor.events = next === undefined ? "counted" : { before: next };
    yield;
  }
}
