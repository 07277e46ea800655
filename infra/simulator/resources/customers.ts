import type Stripe from "stripe";
import { mergeMetadata, metadata } from "../http/metadata.ts";
import { type Read, type ShapeOf, text } from "../http/params.ts";
import { type Call, type Route, route } from "./define-route.ts";
import { findNamed } from "./find.ts";

const COLLECTION = "/v1/customers";
const INVOICE_PREFIX = "SIMULATE";
const CREATE_PARAMS = {
  description: text,
  email: text,
  metadata,
  name: text,
  phone: text,
} satisfies ShapeOf<Stripe.CustomerCreateParams>;

function createCustomer(call: Call, params: Read<typeof CREATE_PARAMS>): Stripe.Customer {
  const customer: Stripe.Customer = {
    id: call.newId("cus"),
    object: "customer",
    address: null,
    balance: 0,
    created: call.nowSeconds,
    currency: null,
    default_source: null,
    delinquent: false,
    description: params.description ?? null,
    discount: null,
    email: params.email ?? null,
    invoice_prefix: INVOICE_PREFIX,
    invoice_settings: {
      custom_fields: null,
      default_payment_method: null,
      footer: null,
      rendering_options: null,
    },
    livemode: false,
    metadata: mergeMetadata({}, params.metadata),
    name: params.name ?? null,
    next_invoice_sequence: 1,
    phone: params.phone ?? null,
    preferred_locales: [],
    shipping: null,
    tax_exempt: "none",
    test_clock: null,
  };
  call.emit("customer.created", call.insert("customer", customer));
  return customer;
}

export const CUSTOMER_ROUTES: Route[] = [
  route({
    method: "POST",
    path: COLLECTION,
    type: "CustomerCreateParams",
    params: CREATE_PARAMS,
    run: createCustomer,
  }),
  route({
    method: "GET",
    path: `${COLLECTION}/{id}`,
    type: "CustomerRetrieveParams",
    params: {},
    run: (call) => findNamed(call, "customer"),
  }),
];
