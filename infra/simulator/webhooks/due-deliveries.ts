import { createHmac } from "node:crypto";
import type Stripe from "stripe";
import { render } from "../http/answer.ts";
import type { Delivery } from "../storage/deliveries.ts";
import type { ThinEvent } from "../storage/kinds.ts";
import { listeningPlaces } from "../world/events.ts";
import type { WebhookEndpoint, World } from "../world/world.ts";

/** A webhook as it is to be posted. The caller posts it and records the result. */
export type DueDelivery = {
  delivery: Delivery;
  endpoint: WebhookEndpoint;
  event: Stripe.Event | ThinEvent;
  body: string;
  /** Signed anew for every attempt, at the wall clock: receivers reject what is too old. */
  headers: { "Content-Type": string; "Stripe-Signature": string };
};

const NONE: ReadonlySet<number> = new Set();

/**
 * The deliveries that fall due until a time, at most `limit`, without those under way. Taking them changes nothing.
 */
export function dueDeliveries(
  world: World,
  { untilMs, limit, underWay = NONE }: { untilMs: number; limit: number; underWay?: ReadonlySet<number> },
): DueDelivery[] {
  if (world.webhooksPaused) return [];
  const { deliveries } = world.store;
  // Those under way are still due: as many more must be read to find the free ones.
  const due = deliveries.due(listeningPlaces(world), untilMs, limit + underWay.size);
  const free = due.filter(({ seq }) => !underWay.has(seq)).slice(0, limit);
  return free.flatMap((delivery) => prepare(world, delivery) ?? []);
}

function prepare(world: World, delivery: Delivery): DueDelivery | undefined {
  const endpoint = world.webhookEndpoints[delivery.endpoint];
  const { objects } = world.store;
  const event = (
    objects.findAnywhere("event", delivery.eventId) ?? objects.findAnywhere("thin_event", delivery.eventId)
  )?.object;
  if (!endpoint || !event) return undefined;
  const body = render(event);
  const signedAtSeconds = Math.floor(world.clock.outsideNowMs() / 1000);
  const headers = {
    "Content-Type": "application/json; charset=utf-8",
    "Stripe-Signature": signatureHeader(endpoint.secret, body, signedAtSeconds),
  };
  return { delivery, endpoint, event, body, headers };
}

export function signatureHeader(secret: string, body: string, nowSeconds: number): string {
  const hash = createHmac("sha256", secret).update(`${nowSeconds}.${body}`).digest("hex");
  return `t=${nowSeconds},v1=${hash}`;
}

export function nextDeliveryAtMs(world: World, afterMs: number): number | undefined {
  return world.store.deliveries.nextDueAtMs(listeningPlaces(world), afterMs);
}

/** Fact 23: what is not acknowledged comes again, and is given up after the last wait. */
export function recordDelivery(world: World, delivery: Delivery, acknowledged: boolean): void {
  const { deliveries } = world.store;
  const attempts = delivery.attempts + 1;
  const waitMs = world.webhookRetryMs[attempts - 1];
  if (acknowledged || waitMs === undefined) {
    deliveries.end(delivery.seq, acknowledged ? "delivered" : "given_up");
    return;
  }
  // Counted from now and not from when it was due: a receiver that was away is not flooded.
  deliveries.postpone(delivery.seq, attempts, world.clock.nowMs() + waitMs);
}
