import type Stripe from "stripe";
import { API_VERSION } from "../world/build-event.ts";
import { type Call, type Route, route } from "./define-route.ts";
import { PAGING } from "./list.ts";

const COLLECTION = "/v1/webhook_endpoints";

/** They are given at the start, and none can be made here. An endpoint does not say whose events it gets. */
function listEndpoints({ endpoints, nowSeconds }: Call): Stripe.ApiList<Stripe.WebhookEndpoint> {
  const data = endpoints.map(({ url, isDisabled }, place) => ({
    id: `we_simulator${place}`,
    object: "webhook_endpoint" as const,
    api_version: API_VERSION,
    application: null,
    created: nowSeconds,
    description: null,
    enabled_events: ["*"],
    livemode: false,
    metadata: {},
    status: isDisabled ? "disabled" : "enabled",
    url,
  }));
  return { object: "list", data, has_more: false, url: COLLECTION };
}

export const WEBHOOK_ENDPOINT_ROUTES: Route[] = [
  route(`GET ${COLLECTION}`, "WebhookEndpointListParams", PAGING, listEndpoints),
];
