import { MINUTE_MS } from "../time.ts";
import { POST_TOTAL_MS } from "./callback-schedule.ts";

/** Posts to an endpoint time out since then. Until a time nothing is sent to it; after that one delivery is the probe. */
export type EndpointPause = { since: number; until: number };

export const PAUSE_MS = 10_000;

/** Longer than a post takes, so that no second probe is sent while the first one hangs. */
export const PROBE_MS = PAUSE_MS + POST_TOTAL_MS;

/** So long an endpoint may hang before it costs its events an attempt, and so long an attempt waits in all. */
export const PAUSE_PATIENCE_MS = 2 * MINUTE_MS;

/** `fail`: the attempt counts as failed, without a post. */
export type PausedStep = { kind: "wait"; until: number } | { kind: "fail" };

/**
 * What a delivery does while its endpoint is paused; `dueSince`: when its attempt fell due. It waits for the pause's end
 * first, and then as long again as it has waited: a backlog looks a few times, not every ten seconds.
 */
export function judgePaused({ since, until }: EndpointPause, dueSince: number, now: number): PausedStep {
  const from = Math.min(since, dueSince);
  const waitedMs = now - from;
  if (waitedMs >= PAUSE_PATIENCE_MS) return { kind: "fail" };
  return { kind: "wait", until: Math.min(Math.max(until, now + waitedMs), from + PAUSE_PATIENCE_MS) };
}
