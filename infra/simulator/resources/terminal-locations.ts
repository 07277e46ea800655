import type Stripe from "stripe";
import { noSuchReference } from "../http/api-error.ts";
import { mergeMetadata, metadata } from "../http/metadata.ts";
import { object, type Read, required, type ShapeOf, text } from "../http/params.ts";
import { type Call, type Route, route } from "./define-route.ts";
import { findNamed } from "./find.ts";
import { listObjects, PAGING } from "./list.ts";

const COLLECTION = "/v1/terminal/locations";

const CREATE_PARAMS = {
  address: object({ city: text, country: text, line1: text, line2: text, postal_code: text, state: text }),
  display_name: text,
  metadata,
} satisfies ShapeOf<Stripe.Terminal.LocationCreateParams>;

/** Countries whose addresses are incomplete without a state or province. */
const COUNTRIES_WITH_STATES = ["AU", "CA", "US"];

function createLocation(call: Call, params: Read<typeof CREATE_PARAMS>): Stripe.Terminal.Location {
  return call.insert("terminal.location", {
    id: call.newId("tml"),
    object: "terminal.location",
    address: completeAddress(required(params.address, "address")),
    display_name: required(params.display_name, "display_name"),
    livemode: false,
    metadata: mergeMetadata({}, params.metadata),
  });
}

function completeAddress(address: NonNullable<Read<typeof CREATE_PARAMS>["address"]>): Stripe.Address {
  const country = required(address.country, "address[country]").toUpperCase();
  const needsState = COUNTRIES_WITH_STATES.includes(country);
  return {
    city: required(address.city, "address[city]"),
    country,
    line1: required(address.line1, "address[line1]"),
    line2: address.line2 ?? null,
    postal_code: required(address.postal_code, "address[postal_code]"),
    state: needsState ? required(address.state, "address[state]") : (address.state ?? null),
  };
}

export const TERMINAL_LOCATION_ROUTES: Route[] = [
  route(`POST ${COLLECTION}`, "Terminal.LocationCreateParams", CREATE_PARAMS, createLocation),
  route(`GET ${COLLECTION}`, "Terminal.LocationListParams", PAGING, (call, paging) =>
    listObjects(call, "terminal.location", { url: COLLECTION, paging }),
  ),
  route(`GET ${COLLECTION}/{id}`, "Terminal.LocationRetrieveParams", {}, (call) =>
    findNamed(call, "terminal.location"),
  ),
  route(
    "POST /v1/terminal/connection_tokens",
    "Terminal.ConnectionTokenCreateParams",
    { location: text },
    (call, { location }) => {
      if (location !== undefined && !call.find("terminal.location", location))
        throw noSuchReference("location", location, "location");
      const restriction = location === undefined ? {} : { location };
      return { object: "terminal.connection_token", ...restriction, secret: call.newId("pst_test") };
    },
  ),
];
