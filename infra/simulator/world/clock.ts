import type { SettingTable } from "../storage/settings.ts";

export type Clock = ReturnType<typeof createClock>;

const OFFSET = "clock_offset_ms";

/**
 * Two times: the simulated one, and the outside's, which signatures carry. Their distance only grows, and outlives a
 * restart.
 */
export function createClock(outsideNowMs: () => number, settings: SettingTable) {
  let offsetMs = Number(settings.find(OFFSET) ?? 0);
  return {
    outsideNowMs,
    nowMs: (): number => outsideNowMs() + offsetMs,
    offsetMs: (): number => offsetMs,
    advance(byMs: number): void {
      settings.save(OFFSET, String(offsetMs + byMs));
      offsetMs += byMs;
    },
  };
}
