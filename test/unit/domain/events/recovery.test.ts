import { expect, it } from "vitest";
import {
  ALL_TIME,
  isRecoveryId,
  MAX_WINDOW_MS,
  newRecoveryId,
  STATES_OF,
} from "../../../../shared/domain/events/recovery.ts";

it("has ids of 128 random bits, which are told from anything else", () => {
  const id = newRecoveryId((size) => new Uint8Array(size).fill(0xab));
  expect(id).toBe(`rcv_${"ab".repeat(16)}`);
  expect(isRecoveryId(id)).toBe(true);
  for (const other of ["", "rcv_", id.slice(0, -1), `${id}0`, id.toUpperCase(), "evt_1", `x${id}`])
    expect(isRecoveryId(other), other).toBe(false);
});

it("recovers what is dead or held, releases what is held, and holds what is on its way", () => {
  expect(STATES_OF).toEqual({ recover: ["dead", "held"], release: ["held"], hold: ["pending"] });
});

it("knows windows of at most 31 days, and all of time", () => {
  expect(MAX_WINDOW_MS).toBe(31 * 24 * 60 * 60 * 1000);
  expect(ALL_TIME).toEqual({ sinceMs: 0, untilMs: 9_999_999_999_999 });
});
