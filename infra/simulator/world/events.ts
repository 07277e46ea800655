import type Stripe from "stripe";
import type { StoredEvent } from "../storage/kinds.ts";
import type { Store } from "../storage/store.ts";
import { newId } from "./ids.ts";
import type { WebhookEndpoint } from "./world.ts";

export const API_VERSION = "2026-10-28.endive" satisfies Stripe.LatestApiVersion;

export type Happening = {
  type: Stripe.Event.Type;
  object: object;
  /** Undefined for the platform's own events. */
  account: string | undefined;
  request: Stripe.Event.Request;
  createdSeconds: number;
};

export function newEvent(happening: Happening): StoredEvent {
  const { type, object, account, request, createdSeconds } = happening;
  return {
    id: newId("evt"),
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
}

/** Records an event together with the change it tells of, and a delivery to everyone who listens. */
export function recordEvent(
  store: Store,
  event: StoredEvent,
  { account, endpoints }: { account: string; endpoints: WebhookEndpoint[] },
): void {
  event.pending_webhooks = receiversOf(event, endpoints).length;
  store.objects.insert("event", account, event.created, event);
  sendEvent(store, event, endpoints);
}

/** Leaves a delivery for each endpoint that an event goes to. */
export function sendEvent(store: Store, event: StoredEvent, endpoints: WebhookEndpoint[]): void {
  for (const endpoint of receiversOf(event, endpoints)) {
    store.deliveries.add(event.id, endpoint, Date.now());
  }
}

/** Places in the list: connected accounts' events go to one sort of endpoint, the platform's to the other. */
function receiversOf(event: StoredEvent, endpoints: WebhookEndpoint[]): number[] {
  const ofConnectedAccount = event.account !== undefined;
  return endpoints.flatMap((endpoint, place) => (endpoint.connect === ofConnectedAccount ? [place] : []));
}
