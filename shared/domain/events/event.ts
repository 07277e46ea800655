import { DAY_SECONDS } from "../time.ts";
import { isChoosable } from "./event-types.ts";

/** `service`: the service has made it, and nothing of it is fetched or applied. */
export type EventSource = "webhook" | "pull" | "service";

/** More would only fill the queue: an endpoint that answers ends a test event within a second. */
export const MAX_PENDING_TESTS = 5;

/** Longer than the request that sends it lives. */
export const TEST_RESERVED_MS = 60_000;

/** `none`: no endpoint is told of it, or what it was for is gone. */
export const DELIVERY_STATES = ["none", "pending", "delivered", "held", "dead"] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** The event and its attempts stay this long, so that nothing is gone before merchant or operator has noticed. */
export const EVENT_TTL_SECONDS = 90 * DAY_SECONDS;

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

/** Each redelivery starts the next delivery round, with attempts of its own. */
export type EventDelivery = { delivery: DeliveryState; erasedAt?: number | undefined };

export type RedeliveryRejection = "on_its_way" | "delivered_already" | "not_chosen" | "not_deliverable";

/**
 * With force also one that was delivered, or never chosen: without a delivery. What is not finished is sent by the steps that
 * are left.
 */
export function judgeRedelivery(
  event: { type: string; finishedAt?: number | undefined; erasedAt?: number | undefined },
  delivery: EventDelivery | undefined,
  force: boolean,
): "send" | RedeliveryRejection {
  // What only the ledger follows is for no merchant's server, and of an erased event nothing is left to send.
  if (!isChoosable(event.type) || event.erasedAt !== undefined) return "not_deliverable";
  if (!delivery && event.finishedAt === undefined) return "on_its_way";
  if (!delivery || delivery.delivery === "none") return force ? "send" : "not_chosen";
  if (delivery.delivery === "delivered" && !force) return "delivered_already";
  return delivery.delivery === "pending" ? "on_its_way" : "send";
}
