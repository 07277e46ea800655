import type Stripe from "stripe";
import type { StoredEvent } from "../storage/kinds.ts";
import type { World } from "./world.ts";

export const API_VERSION = "2026-10-28.endive" satisfies Stripe.LatestApiVersion;

export type Happening = {
  type: Stripe.Event.Type;
  object: object;
  /** Undefined for the platform's own events. */
  account: string | undefined;
  request: Stripe.Event.Request;
  createdSeconds: number;
};

type Post = Pick<World, "store" | "clock" | "ids" | "webhookEndpoints" | "disabledEndpoints">;

/** Records an event together with the change it tells of, and a delivery to everyone who listens. */
export function recordEvent(world: Post, owner: string, happening: Happening): void {
  const { type, object, account, request, createdSeconds } = happening;
  const event: StoredEvent = {
    id: world.ids.newId("evt"),
    object: "event",
    ...(account === undefined ? {} : { account }),
    api_version: API_VERSION,
    created: createdSeconds,
    data: { object },
    livemode: false,
    pending_webhooks: 0,
    request,
    type,
  };
  event.pending_webhooks = receiversOf(world, event).length;
  world.store.objects.insert("event", owner, event.created, event);
  sendEvent(world, event);
}

/** Leaves a delivery for each endpoint that an event goes to. */
export function sendEvent(world: Post, event: StoredEvent): void {
  for (const endpoint of receiversOf(world, event)) {
    world.store.deliveries.add(event.id, endpoint, world.clock.nowMs());
  }
}

/** Fact 11: connected accounts' events go to one sort of endpoint, the platform's to the other. */
function receiversOf(world: Post, event: StoredEvent): number[] {
  const ofConnectedAccount = event.account !== undefined;
  return listeningPlaces(world).filter(
    (place) => world.webhookEndpoints[place]?.connect === ofConnectedAccount,
  );
}

/** Places in the list of endpoints. Fact 23: for one that is disabled or absent there is not even a failed delivery. */
export function listeningPlaces(world: Pick<World, "webhookEndpoints" | "disabledEndpoints">): number[] {
  return [...world.webhookEndpoints.keys()].filter((place) => !world.disabledEndpoints.has(place));
}
