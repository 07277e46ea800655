import { DAY_SECONDS, expiryAt } from "../time.ts";
import { isChoosable } from "./event-types.ts";

export type EventSource = "webhook" | "pull" | "service";

/** Made by the service: nothing of it is fetched or applied. */
export const isOwnEvent = ({ source }: { source: EventSource }): boolean => source === "service";

/** More would only fill the queue: an endpoint that answers ends a test event within a second. */
export const MAX_PENDING_TESTS = 5;

/** Longer than the request that sends it lives. */
export const TEST_RESERVED_MS = 60_000;

/** `none`: the merchant wants no callback, or not of this type. */
export const DELIVERY_STATES = ["none", "pending", "delivered", "held", "dead"] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** The event and its attempts stay this long, so that nothing is gone before merchant or operator has noticed. */
export const EVENT_TTL_SECONDS = 90 * DAY_SECONDS;

/** What a redelivery needs: about a day of attempts, and the two weeks for which a dead letter waits. */
const REDELIVERY_TTL_SECONDS = 15 * DAY_SECONDS;

/** In seconds; never sooner than before. */
export const extendedLife = ({ expiresAt }: { expiresAt: number }, at: number): number =>
  Math.max(expiresAt, expiryAt(at, REDELIVERY_TTL_SECONDS));

/** Three delivery rounds: an event that is redelivered daily must not outgrow its record. */
export const KEPT_ATTEMPTS = 24;

/**
 * What became of an event in the ledger: why a payment did not change is as good to know as that it did.
 * `not_understood`: the event's object, or what the processor says of it now, is of a later API version than ours.
 * `out_of_reach`: the account has withdrawn our access. `unknown_dispute`, `unknown_payout`: the processor does not know it.
 */
export const APPLIED_OUTCOMES = [
  "applied",
  "unchanged",
  "not_about_a_payment",
  "not_this_payment",
  "unknown_payment",
  "unknown_dispute",
  "unknown_payout",
  "not_understood",
  "out_of_reach",
] as const;
export type Applied = (typeof APPLIED_OUTCOMES)[number];

export type EventDelivery = {
  type: string;
  delivery: DeliveryState;
  /** The delivery round, under its stored name: see deliveryRoundOf. */
  generation: number;
  enqueuedAt?: number | undefined;
  erasedAt?: number | undefined;
};

/** The function that worked on it may have died before its message was sent. */
export const isNotEnqueued = ({
  delivery,
  enqueuedAt,
}: Pick<EventDelivery, "delivery" | "enqueuedAt">): boolean =>
  delivery === "pending" && enqueuedAt === undefined;

export const hasEnded = ({
  delivery,
  deadLetteredAt,
}: {
  delivery: DeliveryState;
  deadLetteredAt?: number | undefined;
}): boolean =>
  delivery === "none" || delivery === "delivered" || (delivery === "dead" && deadLetteredAt !== undefined);

/** Each redelivery starts the next round, with attempts of its own. The stored name is `generation`. */
export const deliveryRoundOf = ({ generation }: Pick<EventDelivery, "generation">): number => generation;

export const nextDeliveryRound = (event: Pick<EventDelivery, "generation">): number =>
  deliveryRoundOf(event) + 1;

export type RedeliveryRejection = "on_its_way" | "delivered_already" | "not_chosen" | "not_deliverable";

/** With force also one that was delivered, or never chosen. */
export function judgeRedelivery(event: EventDelivery, force: boolean): "send" | RedeliveryRejection {
  if (event.delivery === "none") return judgeUnsent(event, force);
  if (event.delivery === "delivered" && !force) return "delivered_already";
  return event.delivery === "pending" && !isNotEnqueued(event) ? "on_its_way" : "send";
}

/** What only the ledger follows is for no merchant's server, and of an erased event nothing is left to send. */
function judgeUnsent({ type, erasedAt }: EventDelivery, force: boolean): "send" | RedeliveryRejection {
  if (!isChoosable(type) || erasedAt !== undefined) return "not_deliverable";
  return force ? "send" : "not_chosen";
}
