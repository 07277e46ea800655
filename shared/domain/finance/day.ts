import { DATE } from "../id-forms.ts";
import type { Slice } from "./pull.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** By then the processor has booked what happened on a day, and its late events have come. */
export const STATEMENT_DELAY_HOURS = 6;

/** A day in UTC, such as 2026-07-01; undefined where there is no such day. */
export function parseDay(date: string): Slice | undefined {
  const sinceMs = DATE.test(date) ? Date.parse(`${date}T00:00:00Z`) : Number.NaN;
  if (Number.isNaN(sinceMs) || dateOf(sinceMs) !== date) return undefined;
  return { sinceMs, untilMs: sinceMs + DAY_MS };
}

export const dateOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

/** Whether nothing more is expected to happen on a day. */
export const isClosed = ({ untilMs }: Slice, at: number): boolean =>
  at >= untilMs + STATEMENT_DELAY_HOURS * HOUR_MS;

/** So many days are asked for each day: what an outage, a lost job or a slow clock has left is made by the next run. */
const DAYS_ASKED_FOR = 3;

/** The last days that are closed, newest first. */
export const lastClosedDates = (at: number): string[] =>
  Array.from({ length: DAYS_ASKED_FOR }, (_, nth) =>
    dateOf(at - STATEMENT_DELAY_HOURS * HOUR_MS - (nth + 1) * DAY_MS),
  );
