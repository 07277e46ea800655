import { describe, expect, it } from "vitest";
import { paymentIdFor } from "../../../../shared/domain/id.ts";
import {
  isAboveShare,
  isBusy,
  isCounted,
  secondsToNextWindow,
  windowOf,
} from "../../../../shared/domain/payments/create.ts";

const counts = (...each: number[]) => new Map(each.map((count, nth) => [`mer_${nth}`, count]));
const above = (...each: number[]) => each.map((_, nth) => isAboveShare(counts(...each), `mer_${nth}`));

describe("a merchant is above its share", () => {
  it.each([
    ["not while the platform makes at most 200 in ten seconds", [200], [false]],
    ["alone, above 200", [210], [true]],
    ["of two, above 100", [110, 100], [true, false]],
    ["of two, not the small one", [200, 10], [true, false]],
    ["of many, never for one counted create", [...Array(30).fill(10), 20], [...Array(30).fill(false), true]],
  ])("%s", (_, each, expected) => {
    expect(above(...each)).toEqual(expected);
  });

  it("not if it was not counted", () => {
    expect(isAboveShare(counts(500), "mer_new")).toBe(false);
  });
});

it("from half of the limit on the counts are looked at", () => {
  expect([counts(), counts(100), counts(60, 50)].map(isBusy)).toEqual([false, false, true]);
});

it("one payment in ten is counted, always the same ones", () => {
  const ids = Array.from({ length: 2000 }, (_, nth) => paymentIdFor("mer_1", `order-${nth}`));
  const counted = ids.filter(isCounted).length;
  expect(counted).toBeGreaterThan(150);
  expect(counted).toBeLessThan(250);
  expect(ids.filter(isCounted).length).toBe(counted);
});

it("a window has ten seconds", () => {
  expect([0, 9_999, 10_000].map(windowOf)).toEqual([0, 0, 1]);
  expect([0, 9_001, 9_999].map(secondsToNextWindow)).toEqual([10, 1, 1]);
});
