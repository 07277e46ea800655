import type { Clock } from "../world/clock.ts";

const MAX_DELAY_MS = 60_000;

export function createAlarm(clock: Clock, ring: () => void) {
  let timer: NodeJS.Timeout | undefined;
  return {
    set(atMs: number | undefined): void {
      clearTimeout(timer);
      if (atMs !== undefined) {
        // Waking early is harmless, and a timer longer than 24 days would fire at once.
        const delayMs = Math.min(Math.max(atMs - clock.nowMs(), 0), MAX_DELAY_MS);
        timer = setTimeout(ring, delayMs);
      }
    },
    clear: (): void => clearTimeout(timer),
  };
}
