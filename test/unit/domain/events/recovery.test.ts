import { expect, it } from "vitest";
import {
  ALL_TIME,
  isSameWindow,
  newEventsProgress,
  newRecoveryId,
  STATES_OF,
} from "../../../../shared/domain/events/recovery.ts";

it("has ids of 128 random bits", () => {
  const id = newRecoveryId((size) => new Uint8Array(size).fill(0xab));
  expect(id).toBe(`rcv_${"ab".repeat(16)}`);
});

it("recovers what is dead or held, and releases what is held", () => {
  expect(STATES_OF).toEqual({ recover: ["dead", "held"], release: ["held"] });
});

it("knows all of time", () => {
  expect(ALL_TIME).toEqual({ sinceMs: 0, untilMs: 9_999_999_999_999 });
});

it("a recovery begins with nothing looked at and nothing sent", () => {
  expect(
    newEventsProgress({ ...ALL_TIME, recoveryId: "rcv_1", kind: "recover", endpointIds: ["ep_1"] }),
  ).toMatchObject({ looked: 0, sent: 0 });
});

it("two windows are the same where both ends and the time that they mean are", () => {
  const window = { sinceMs: 1, untilMs: 2 };
  expect(isSameWindow(window, { ...window, by: "receipt" })).toBe(true);
  expect(isSameWindow(window, { ...window, sinceMs: 0 })).toBe(false);
  expect(isSameWindow(window, { ...window, untilMs: 3 })).toBe(false);
  expect(isSameWindow(window, { ...window, by: "death" })).toBe(false);
});
