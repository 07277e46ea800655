import type Stripe from "stripe";
import { mergeMetadata, metadata } from "../http/metadata.ts";
import { type Read, required, type ShapeOf, text } from "../http/params.ts";
import { type Call, type Route, route } from "./define-route.ts";
import { findNamed } from "./find.ts";
import { checkCustomer } from "./intent-checks.ts";
import { listObjects, PAGING, PAGING_BY_TIME } from "./list.ts";
import { attachMethod, detachMethod } from "./saved-methods.ts";
import { SEARCH_PARAMS, searchObjects } from "./search.ts";

const COLLECTION = "/v1/customers";
const SEARCH = `${COLLECTION}/search`;
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

/** A deleted one is in no list, and no payment takes it. Its id still answers that it was deleted. */
const graveyardOf = ({ account }: Call): string => `${account} deleted`;

function getCustomer(call: Call): Stripe.Customer | Stripe.DeletedCustomer {
  const isDeleted = call.objects.has("customer", graveyardOf(call), call.id);
  return isDeleted ? { id: call.id, object: "customer", deleted: true } : findNamed(call, "customer");
}

function deleteCustomer(call: Call): Stripe.DeletedCustomer {
  const customer = findNamed(call, "customer");
  for (const method of methodsOf(call, { limit: 100 }).data) detachMethod(call, method);
  call.emit("customer.deleted", customer);
  call.objects.move(customer.id, graveyardOf(call));
  return { id: customer.id, object: "customer", deleted: true };
}

const METHOD_PARAMS = { ...PAGING, type: text };

const methodsOf = (call: Call, { type, ...paging }: Read<typeof METHOD_PARAMS>) =>
  listObjects(call, "payment_method", {
    url: `${COLLECTION}/${call.id}/payment_methods`,
    paging,
    equals: { customer: call.id, type },
  });

export const CUSTOMER_ROUTES: Route[] = [
  route(`GET ${SEARCH}`, "CustomerSearchParams", SEARCH_PARAMS, (call, params) =>
    searchObjects(call, "customer", { ...params, url: SEARCH }),
  ),
  route(
    `GET ${COLLECTION}`,
    "CustomerListParams",
    { ...PAGING_BY_TIME, email: text },
    (call, { email, ...paging }) =>
      listObjects(call, "customer", { url: COLLECTION, paging, equals: { email } }),
  ),
  route(`POST ${COLLECTION}`, "CustomerCreateParams", CREATE_PARAMS, createCustomer),
  route(`GET ${COLLECTION}/{id}`, "CustomerRetrieveParams", {}, getCustomer),
  route(`DELETE ${COLLECTION}/{id}`, "CustomerDeleteParams", {}, deleteCustomer),
  route(
    `GET ${COLLECTION}/{id}/payment_methods`,
    "CustomerListPaymentMethodsParams",
    METHOD_PARAMS,
    (call, params) => {
      findNamed(call, "customer");
      return methodsOf(call, params);
    },
  ),
];

const METHODS = "/v1/payment_methods";

export const PAYMENT_METHOD_ROUTES: Route[] = [
  route(`GET ${METHODS}/{id}`, "PaymentMethodRetrieveParams", {}, (call) =>
    findNamed(call, "payment_method"),
  ),
  route(`POST ${METHODS}/{id}/attach`, "PaymentMethodAttachParams", { customer: text }, (call, params) => {
    const customer = required(params.customer, "customer");
    checkCustomer(call, customer);
    return attachMethod(call, call.id, customer);
  }),
  route(`POST ${METHODS}/{id}/detach`, "PaymentMethodDetachParams", {}, (call) =>
    detachMethod(call, findNamed(call, "payment_method")),
  ),
];
