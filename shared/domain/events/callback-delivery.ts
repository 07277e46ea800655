import { MAX_ATTEMPTS } from "./callback-schedule.ts";
import type { DeliveryState } from "./event.ts";

/** Times are milliseconds. */
export type DeliveryRecord = {
  delivery: DeliveryState;
  deliveryRound: number;
  attempts: number;
  /** Until then an attempt may be under way. */
  leaseExpiresAt?: number | undefined;
  nextAttemptAt?: number | undefined;
  deadLetteredAt?: number | undefined;
};

export type DueStep =
  /** Delivered, held, of another delivery round, or without a callback: the message can be deleted. */
  | { kind: "nothing" }
  | { kind: "wait"; until: number }
  | { kind: "attempt" }
  /** The last attempt died before it could say how it went. */
  | { kind: "give_up" }
  /** Dead, but no dead letter is noted: the function that marked it may have died before sending it. */
  | { kind: "send_dead_letter" };

/**
 * `deliveryRound` is the message's. One that is ahead of the ledger was sent before a restore from a backup: the due
 * list has the delivery as the ledger knows it.
 */
export function judgeDelivery(event: DeliveryRecord, deliveryRound: number, now: number): DueStep {
  if (event.deliveryRound !== deliveryRound) return { kind: "nothing" };
  if (event.delivery === "dead" && !event.deadLetteredAt) return { kind: "send_dead_letter" };
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
