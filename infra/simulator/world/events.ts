import type Stripe from "stripe";
import type { ThinEvent, ThinType } from "../storage/kinds.ts";
import { buildEvent, type Occurrence } from "./build-event.ts";
import type { SentType } from "./sent-events.ts";
import type { World } from "./world.ts";

type Post = Pick<World, "store" | "clock" | "ids" | "webhookEndpoints" | "disabledEndpoints">;

export function recordEvent<T extends SentType>(world: Post, owner: string, happening: Occurrence<T>): void {
  const event: Stripe.Event = buildEvent(world.ids.newId("evt"), happening);
  event.pending_webhooks = receiversOf(world, event).length;
  world.store.objects.insert("event", owner, event.created, event);
  sendEvent(world, event);
}

export function sendEvent(world: Post, event: Stripe.Event): void {
  for (const endpoint of receiversOf(world, event))
    world.store.deliveries.add(event.id, endpoint, world.clock.nowMs());
}

/** Fact 11: connected accounts' events go to one sort of endpoint, the platform's to the other. */
function receiversOf(world: Post, event: Stripe.Event): number[] {
  const ofConnectedAccount = event.account !== undefined;
  return listeningPlaces(world).filter(
    (place) =>
      world.webhookEndpoints[place]?.connect === ofConnectedAccount && !world.webhookEndpoints[place]?.thin,
  );
}

/** Only endpoints that take thin events get it, and no list of v1 has it. */
export function recordThinEvent(world: Post, type: ThinType, account: string): void {
  const nowMs = world.clock.nowMs();
  const event: ThinEvent = {
    id: world.ids.newId("evt"),
    object: "v2.core.event",
    created: new Date(nowMs).toISOString(),
    livemode: false,
    related_object: { id: account, type: "v2.core.account", url: `/v2/core/accounts/${account}` },
    type,
  };
  world.store.objects.insert("thin_event", account, Math.floor(nowMs / 1000), event);
  for (const place of listeningPlaces(world).filter((one) => world.webhookEndpoints[one]?.thin))
    world.store.deliveries.add(event.id, place, nowMs);
}

/** Places in the list of endpoints. Fact 23: for one that is disabled or absent there is not even a failed delivery. */
export function listeningPlaces(world: Pick<World, "webhookEndpoints" | "disabledEndpoints">): number[] {
  return [...world.webhookEndpoints.keys()].filter((place) => !world.disabledEndpoints.has(place));
}
