import { expect, it } from "vitest";
import { windowAround } from "../../../shared/processor/lookup.ts";

const HOUR_MS = 3_600_000;
const NOW = Date.parse("2026-07-01T12:00:00Z");

it("looks for what an attempt made from a little before the first one up to a little after now", () => {
  const window = windowAround({ firstAt: NOW - 3 * HOUR_MS, now: NOW });
  expect(window).toEqual({ gte: (NOW - 3 * HOUR_MS) / 1000 - 300, lte: NOW / 1000 + 300 });
});
