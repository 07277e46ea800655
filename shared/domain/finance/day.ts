import { Failure } from "../failure.ts";
import { DATE } from "../id-forms.ts";
import { unknownCursor } from "../page.ts";
import { DAY_MS, DAY_SECONDS, HOUR_MS } from "../time.ts";
import type { TimeWindow } from "./time-window.ts";

/** By then the processor has booked what happened on a day, and its late events have come. */
export const STATEMENT_DELAY_HOURS = 6;

/** In UTC, such as 2026-07-01; undefined: there is no such day. */
export function parseDay(date: string): TimeWindow | undefined {
  const sinceMs = DATE.test(date) ? Date.parse(`${date}T00:00:00Z`) : Number.NaN;
  if (Number.isNaN(sinceMs) || dateOf(sinceMs) !== date) return undefined;
  return { sinceMs, untilMs: sinceMs + DAY_MS };
}

export const dateOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

export const isClosed = ({ untilMs }: TimeWindow, at: number): boolean =>
  at >= untilMs + STATEMENT_DELAY_HOURS * HOUR_MS;

export const lastClosedDate = (at: number): string => dateOf(at - STATEMENT_DELAY_HOURS * HOUR_MS - DAY_MS);

export const dayAfter = (date: string): string => dateOf(Date.parse(date) + DAY_MS);

/** Both ends included, newest first. */
export function datesBetween(first: string, last: string): string[] {
  const days = Math.floor((Date.parse(last) - Date.parse(first)) / DAY_MS) + 1;
  return Array.from({ length: Math.max(0, days) }, (_, nth) => dateOf(Date.parse(last) - nth * DAY_MS));
}

/** The days of a day's month in UTC: 2026-07, 2026-07-01, 2026-07-31. */
export type Month = { month: string; from: string; to: string };

export function monthOf(date: string): Month {
  const month = date.slice(0, "2026-07".length);
  const [year = 0, nth = 0] = month.split("-").map(Number);
  return { month, from: `${month}-01`, to: dateOf(Date.UTC(year, nth, 0)) };
}

/** Days in their order as text, with days in a row as one: 2026-07-03, 2026-07-05/2026-07-07. */
export function spansOf(dates: readonly string[]): string {
  const spans: [first: string, last: string][] = [];
  for (const date of dates) {
    const span = spans.at(-1);
    if (span && dayAfter(span[1]) === date) span[1] = date;
    else spans.push([date, date]);
  }
  return spans.map(([first, last]) => (first === last ? first : `${first}/${last}`)).join(", ");
}

/** As long as tax and card schemes may ask, with a month to spare. */
export const STATEMENT_TTL_SECONDS = 400 * DAY_SECONDS;

/**
 * Lines are stored so much longer than the statement or payout that names them. What has expired is deleted within days, in
 * any order: a statement whose lines are gone would fail every file that includes its day.
 */
export const LINES_LEFT_SECONDS = 7 * DAY_SECONDS;

/** Statements are not kept for longer, so older days are not missed either. */
const REMEMBERED_DAYS = STATEMENT_TTL_SECONDS / DAY_SECONDS - 1;

export const firstDate = (createdAt: number, lastDate: string): string =>
  dateOf(Math.max(createdAt, Date.parse(lastDate) - REMEMBERED_DAYS * DAY_MS));

const MAX_DAYS = 366;

/** The days of a range, oldest first. */
export function requireDates({ from, to }: { from: string; to: string }): string[] {
  if (!parseDay(from) || !parseDay(to)) throw notADay();
  const dates = datesBetween(from, to).reverse();
  if (dates.length === 0) throw unknownCursor("to must not be before from.", "/to");
  if (dates.length > MAX_DAYS) throw unknownCursor(`from and to must span at most ${MAX_DAYS} days.`, "/to");
  return dates;
}

export const notADay = (): Failure =>
  new Failure("invalid_request", "The date is invalid.", {
    errors: [{ pointer: "/date", detail: "date must be a date, such as 2026-07-01." }],
  });
