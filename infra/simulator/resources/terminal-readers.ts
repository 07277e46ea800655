import type Stripe from "stripe";
import { invalid, noSuchReference } from "../http/api-error.ts";
import { mergeMetadata, metadata } from "../http/metadata.ts";
import { oneOf, type Read, required, type ShapeOf, text } from "../http/params.ts";
import { type Call, type Route, route } from "./define-route.ts";
import { findNamed } from "./find.ts";
import { listObjects, PAGING } from "./list.ts";

const COLLECTION = "/v1/terminal/readers";
const CREATE_PARAMS = {
  label: text,
  location: text,
  metadata,
  registration_code: text,
} satisfies ShapeOf<Stripe.Terminal.ReaderCreateParams>;

const LIST_PARAMS = {
  ...PAGING,
  location: text,
  status: oneOf("offline", "online"),
};

// Fact 21.
const SIMULATED_READERS = new Map<string, Stripe.Terminal.Reader.DeviceType>([
  ["simulated-wpe", "simulated_wisepos_e"],
  ["simulated-s700", "simulated_stripe_s700"],
]);

function registerReader(call: Call, params: Read<typeof CREATE_PARAMS>): Stripe.Terminal.Reader {
  const code = required(params.registration_code, "registration_code");
  const location = required(params.location, "location");
  if (!call.find("terminal.location", location)) throw noSuchReference("location", location, "location");
  const id = call.newId("tmr");
  return call.insert("terminal.reader", {
    id,
    object: "terminal.reader",
    action: null,
    device_sw_version: null,
    device_type: deviceOf(code),
    ip_address: "127.0.0.1",
    // Fact 18.
    label: params.label ?? code,
    last_seen_at: call.nowMs,
    livemode: false,
    location,
    metadata: mergeMetadata({}, params.metadata),
    serial_number: `${id.slice(-8)}-simulated`,
    status: "online",
  });
}

/** A real reader shows three words on its screen; any three will do here. */
function deviceOf(registrationCode: string): Stripe.Terminal.Reader.DeviceType {
  const simulated = SIMULATED_READERS.get(registrationCode);
  if (simulated !== undefined) return simulated;
  if (!/^[a-z]+-[a-z]+-[a-z]+$/.test(registrationCode)) {
    throw invalid("Reader registration failed: the registration code is not valid.", {
      param: "registration_code",
    });
  }
  return "bbpos_wisepos_e";
}

export const TERMINAL_READER_ROUTES: Route[] = [
  route(`POST ${COLLECTION}`, "Terminal.ReaderCreateParams", CREATE_PARAMS, registerReader),
  route(
    `GET ${COLLECTION}`,
    "Terminal.ReaderListParams",
    LIST_PARAMS,
    (call, { location, status, ...paging }) =>
      listObjects(call, "terminal.reader", {
        ...{ url: COLLECTION, paging },
        equals: { location, status },
      }),
  ),
  route(`GET ${COLLECTION}/{id}`, "Terminal.ReaderRetrieveParams", {}, (call) =>
    findNamed(call, "terminal.reader"),
  ),
];
