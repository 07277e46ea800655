import { describe, expect, it } from "vitest";
import {
  firstPart,
  hoursOf,
  isHalvable,
  olderHalf,
  partAfter,
  windowSince,
  windowToPull,
} from "../../../../shared/domain/finance/time-window.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const NOW = Date.parse("2026-07-01T12:00:00.500Z");

it("an hourly pull goes from the watermark to ten minutes ago, in whole seconds", () => {
  const window = windowToPull(NOW - 2 * HOUR, NOW);
  expect(window).toEqual({ sinceMs: NOW - 500 - 2 * HOUR, untilMs: NOW - 500 - 10 * MINUTE });
});

it("reaches back no further than the processor does", () => {
  expect(windowToPull(undefined, NOW).sinceMs).toBe(NOW - 500 - 30 * DAY);
  expect(windowToPull(NOW - 90 * DAY, NOW).sinceMs).toBe(NOW - 500 - 30 * DAY);
  expect(windowSince(90 * 86_400, NOW).sinceMs).toBe(NOW - 500 - 30 * DAY);
});

it("by hand it goes up to now, this second included", () => {
  expect(windowSince(3600, NOW)).toEqual({ sinceMs: NOW - 500 - HOUR, untilMs: NOW + 500 });
});

it("slices follow each other without a gap, oldest first, the last one shorter", () => {
  expect(hoursOf({ sinceMs: 0, untilMs: 2.5 * HOUR })).toEqual([
    { sinceMs: 0, untilMs: HOUR },
    { sinceMs: HOUR, untilMs: 2 * HOUR },
    { sinceMs: 2 * HOUR, untilMs: 2.5 * HOUR },
  ]);
});

it("nothing to look through is no slice", () => {
  expect(hoursOf({ sinceMs: HOUR, untilMs: HOUR })).toEqual([]);
  expect(hoursOf({ sinceMs: HOUR, untilMs: 0 })).toEqual([]);
});

describe("the parts of a window that is listed newest first", () => {
  const window = { sinceMs: 0, untilMs: 3 * HOUR };

  it("are an hour each, and the one behind the last is empty", () => {
    const first = firstPart(window, HOUR);
    expect(first).toEqual({ sinceMs: 0, untilMs: HOUR });
    const rest = { window, pages: 1, longestMs: HOUR };
    expect(partAfter(first, rest)).toEqual({ sinceMs: HOUR, untilMs: 2 * HOUR });
    expect(partAfter({ sinceMs: 2 * HOUR, untilMs: 3 * HOUR }, rest)).toEqual({
      sinceMs: 3 * HOUR,
      untilMs: 3 * HOUR,
    });
  });

  it("are halved in whole seconds, down to one second", () => {
    expect(olderHalf({ sinceMs: 1000, untilMs: 4000 })).toEqual({ sinceMs: 1000, untilMs: 2000 });
    expect(isHalvable({ sinceMs: 1000, untilMs: 3000 })).toBe(true);
    expect(isHalvable({ sinceMs: 1000, untilMs: 2000 })).toBe(false);
  });

  it("stay short while they are full, and double while they are not", () => {
    const short = { sinceMs: 0, untilMs: 10 * MINUTE };
    const lengthAfter = (pages: number) => {
      const { sinceMs, untilMs } = partAfter(short, { window, pages, longestMs: HOUR });
      return untilMs - sinceMs;
    };
    expect([100, 101].map(lengthAfter)).toEqual([20 * MINUTE, 10 * MINUTE]);
  });
});
