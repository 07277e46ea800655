import { DAY_MS, HOUR_MS, MINUTE_MS } from "../time.ts";

/** The processor keeps its events this long. */
export const PULL_REACH_MS = 30 * DAY_MS;

/** What is younger may still be on its way to the webhook. */
const LEFT_TO_WEBHOOK_MS = 10 * MINUTE_MS;

/** Its end is not included; both ends are whole seconds, as the processor's times are. */
export type TimeWindow = { sinceMs: number; untilMs: number };

/** From the last pull on, as far back as the processor keeps events. */
export const windowToPull = (watermarkMs: number | undefined, nowMs: number): TimeWindow => ({
  sinceMs: wholeSecond(Math.max(watermarkMs ?? 0, nowMs - PULL_REACH_MS)),
  untilMs: wholeSecond(nowMs - LEFT_TO_WEBHOOK_MS),
});

/** Up to now, this second included. */
export const windowSince = (seconds: number, nowMs: number): TimeWindow => ({
  sinceMs: wholeSecond(nowMs - Math.min(seconds * 1000, PULL_REACH_MS)),
  untilMs: wholeSecond(nowMs) + 1000,
});

/** Oldest first, an hour each; the last one ends with the window. */
export function hoursOf({ sinceMs, untilMs }: TimeWindow): TimeWindow[] {
  const count = Math.max(0, Math.ceil((untilMs - sinceMs) / HOUR_MS));
  return Array.from({ length: count }, (_, index) => ({
    sinceMs: sinceMs + index * HOUR_MS,
    untilMs: Math.min(sinceMs + (index + 1) * HOUR_MS, untilMs),
  }));
}

/** A list of more pages is given up, and its part halved. A page of 400 ms makes this a minute and a half. */
export const PART_PAGES = 200;

export const firstPart = ({ sinceMs, untilMs }: TimeWindow, partMs: number): TimeWindow => ({
  sinceMs,
  untilMs: Math.min(sinceMs + partMs, untilMs),
});

/** The processor's times are whole seconds: none is shorter. */
export const isHalvable = ({ sinceMs, untilMs }: TimeWindow): boolean => untilMs - sinceMs > 1000;

export const olderHalf = ({ sinceMs, untilMs }: TimeWindow): TimeWindow => ({
  sinceMs,
  untilMs: wholeSecond((sinceMs + untilMs) / 2),
});

/** As long as the part before, or twice as long where that one had few pages. Behind the last it is empty. */
export const partAfter = (
  { sinceMs, untilMs }: TimeWindow,
  { window, pages, longestMs }: { window: TimeWindow; pages: number; longestMs: number },
): TimeWindow => {
  const lengthMs = (untilMs - sinceMs) * (pages <= PART_PAGES / 2 ? 2 : 1);
  return firstPart({ ...window, sinceMs: untilMs }, Math.min(lengthMs, longestMs));
};

const wholeSecond = (at: number): number => Math.floor(at / 1000) * 1000;
