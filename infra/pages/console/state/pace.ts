/** Nothing is asked for more often, and after a while of silence less and less. */
export const SHORTEST_MS = 2_500;
const LONGEST_MS = 60_000;
const SLOWER = 1.3;

export const slowerMs = (pauseMs: number): number => pauseMs * SLOWER;

/** When to look again: after the pause, or when something is due, but within the minute. */
export const nextLookMs = (pauseMs: number, dueMs: number): number =>
  Math.min(LONGEST_MS, Math.max(pauseMs, dueMs));
