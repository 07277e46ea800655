import type { DeliveryState } from "./event.ts";

export const RECOVERABLE_STATES = ["dead", "held"] as const satisfies readonly DeliveryState[];

/** Everything of a merchant in a window of time that is in one of these states is to be sent again. */
export type RecoveryJob = {
  merchantId: string;
  sinceMs: number;
  /** Exclusive. */
  untilMs: number;
  states: (typeof RECOVERABLE_STATES)[number][];
  /** The key to go on from; absent at the beginning. */
  before?: string | undefined;
  /** How many have been sent so far, on which depends how long the next ones wait. */
  paced?: number | undefined;
};

/** Every event there is, also one that was recorded by a clock ahead of ours. */
export const ALL_TIME = { sinceMs: 0, untilMs: 9_999_999_999_999 };

/** Longer outages exist; a merchant that had one asks again for the rest. */
export const MAX_WINDOW_MS = 31 * 86_400_000;

/** Reads a job back from its queue. */
export function parseRecoveryJob(text: string): RecoveryJob {
  const {
    merchantId,
    sinceMs,
    untilMs,
    states,
    before,
    paced = 0,
  } = JSON.parse(text) as Partial<RecoveryJob>;
  const known = RECOVERABLE_STATES.filter((state) => Array.isArray(states) && states.includes(state));
  const isOurs =
    typeof merchantId === "string" &&
    (before === undefined || typeof before === "string") &&
    [sinceMs, untilMs, paced].every(Number.isSafeInteger) &&
    known.length > 0;
  if (!isOurs) throw new Error("Not a recovery job.");
  return { merchantId, sinceMs: Number(sinceMs), untilMs: Number(untilMs), states: known, before, paced };
}
