import { expect, it } from "vitest";
import { FIRST_VISIT_MS, nextVisit, type RetrySchedule } from "../../../shared/domain/due-schedule.ts";

/* When things that were begun are looked at: written out here, not taken from the code. */

const MINUTE_MS = 60_000;

it("a claim is first looked at after five minutes, an event after two, an update of our own after one", () => {
  expect(FIRST_VISIT_MS).toEqual({ claim: 300_000, event: 120_000, update: 60_000 });
});

const DAILY = [24 * 60, 24 * 60, 24 * 60];

it.each([
  ["visit", [5, 30, 120, 720, ...DAILY]],
  ["message", [60, 240, 720, 24 * 60, ...DAILY]],
] as [RetrySchedule, number[]][])(
  "the ladder of a %s has these rungs, then one is unresolved",
  (ladder, minutes) => {
    const looks = minutes.map((_, step) => nextVisit(ladder, step));
    expect(looks).toEqual(
      minutes.map((wait, step) => ({ kind: "wait", waitMs: wait * MINUTE_MS, step: step + 1 })),
    );
    expect(nextVisit(ladder, 7)).toEqual({ kind: "unresolved", step: 8 });
  },
);
