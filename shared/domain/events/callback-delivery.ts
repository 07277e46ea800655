import { MAX_ATTEMPTS } from "./callback-schedule.ts";
import type { DeliveryState } from "./event.ts";

/** Of an event's record, what says how its callback stands. Times are milliseconds. */
export type DeliveryRecord = {
  delivery: DeliveryState;
  /** Redelivery starts the next one, with eight fresh attempts. */
  generation: number;
  attempts: number;
  /** Until then an attempt may be under way. */
  leaseExpiresAt?: number | undefined;
  nextAttemptAt?: number | undefined;
  deadLetteredAt?: number | undefined;
};

/** What is to be done about an event, now. */
export type DueStep =
  /** Delivered, sent again under a newer generation, or not for callbacks: the message has served. */
  | { kind: "nothing" }
  | { kind: "wait"; until: number }
  | { kind: "attempt" }
  /** The last attempt died before it could say how it went. */
  | { kind: "give_up" }
  /** Dead, but the function that marked it so has not noted the dead letter: it may have died before sending it. */
  | { kind: "send_dead_letter" }
  /** Held, perhaps by a function that died before it looked at the endpoint once more. */
  | { kind: "look_at_endpoint" };

/** Redelivery sends its message before it says so in the ledger. The queue's fuse ends this waiting after a minute. */
const AHEAD_OF_LEDGER_MS = 2_000;

/** `generation` is that of the message which asks. */
export function judgeDelivery(event: DeliveryRecord, generation: number, now: number): DueStep {
  if (event.generation > generation) return { kind: "nothing" };
  if (event.generation < generation) return { kind: "wait", until: now + AHEAD_OF_LEDGER_MS };
  if (event.delivery === "dead" && !event.deadLetteredAt) return { kind: "send_dead_letter" };
  if (event.delivery === "held") return { kind: "look_at_endpoint" };
  if (event.delivery !== "pending") return { kind: "nothing" };
  return judgePending(event, now);
}

function judgePending({ attempts, leaseExpiresAt = 0, nextAttemptAt = 0 }: DeliveryRecord, now: number) {
  // After the last attempt there is no next one to wait for.
  const isSpent = attempts >= MAX_ATTEMPTS;
  const until = isSpent ? leaseExpiresAt : Math.max(leaseExpiresAt, nextAttemptAt);
  if (until > now) return { kind: "wait", until } as const;
  return { kind: isSpent ? "give_up" : "attempt" } as const;
}
