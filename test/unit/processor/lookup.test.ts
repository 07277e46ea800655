import { describe, expect, it } from "vitest";
import {
  bestOf,
  hiddenFromSearch,
  mustBeKnownToSearch,
  windowAround,
} from "../../../shared/processor/lookup.ts";

const HOUR_MS = 3_600_000;
const NOW = Date.parse("2026-07-01T12:00:00Z");

describe("the processor's search, which lags by up to an hour (fact 22),", () => {
  it.each([
    ["a minute ago", 60_000, false],
    ["an hour ago", HOUR_MS, false],
    ["two hours ago", 2 * HOUR_MS, false],
    ["more than two hours ago", 2 * HOUR_MS + 1, true],
  ])("is believed to know what was made %s: %s", (_name, ageMs, isOld) => {
    expect(mustBeKnownToSearch(NOW - ageMs, NOW)).toBe(isOld);
  });

  it.each([
    ["a day ago", 24 * HOUR_MS, 2 * HOUR_MS],
    ["an hour ago", HOUR_MS, HOUR_MS],
  ])("leaves of attempts that began %s what it may not know yet to the list", (_name, ageMs, listedMs) => {
    const attempts = { firstAt: NOW - ageMs, lastAt: NOW - 60_000, now: NOW };
    const listed = windowAround(hiddenFromSearch(attempts));
    expect(listed).toEqual({ gte: (NOW - listedMs) / 1000 - 300, lte: NOW / 1000 + 300 });
  });
});

it("looks for what an attempt made from a little before the first one up to a little after now", () => {
  const window = windowAround({ firstAt: NOW - 3 * HOUR_MS, now: NOW });
  expect(window).toEqual({ gte: (NOW - 3 * HOUR_MS) / 1000 - 300, lte: NOW / 1000 + 300 });
});

it.each([
  ["the one that is worth most", [1, 3, 2], 1],
  ["the first of those that are worth as much", [0, 2, 2], 1],
  ["the only one, though it is worth nothing", [0], 0],
  [
    "the first of two that nothing can be preferred to",
    [1, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY],
    1,
  ],
])("%s is taken of several things that were found", (_name, worths, place) => {
  const items = worths.map((worth, nth) => ({ worth, nth }));
  expect(bestOf(items, ({ worth }) => worth)?.nth).toBe(place);
});

it("none is taken of no things", () => {
  expect(bestOf([], () => 1)).toBeUndefined();
});
