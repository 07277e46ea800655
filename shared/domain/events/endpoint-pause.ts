import { POST_TOTAL_MS } from "./callback-schedule.ts";

/**
 * Posts to this URL time out, since then. Until a time nothing is sent to it; after that one delivery is the probe. Times
 * are milliseconds.
 */
export type EndpointPause = { url: string; since: number; until: number };

export const PAUSE_MS = 10_000;

/** Longer than a post takes, so that no second probe is sent while the first one hangs. */
export const PROBE_MS = PAUSE_MS + POST_TOTAL_MS;

const LONGEST_PAUSED_WAIT_MS = 30 * 60_000;

/** As long again as the pause has lasted: what waits through a long outage is looked at a few times, not every ten seconds. */
export const pausedWaitMs = ({ since }: EndpointPause, now: number): number =>
  Math.min(Math.max(PAUSE_MS, now - since), LONGEST_PAUSED_WAIT_MS);
