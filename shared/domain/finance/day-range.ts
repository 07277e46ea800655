import { Failure } from "../failure.ts";
import { unknownCursor } from "../page.ts";
import { datesBetween, parseDay } from "./day.ts";

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
