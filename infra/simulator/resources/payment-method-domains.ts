import type Stripe from "stripe";
import { invalid } from "../http/api-error.ts";
import { boolean, type Read, required, type ShapeOf, text } from "../http/params.ts";
import { type Call, type Route, route } from "./define-route.ts";
import { findNamed } from "./find.ts";
import { listObjects, PAGING } from "./list.ts";

const COLLECTION = "/v1/payment_method_domains";

const CREATE_PARAMS = {
  domain_name: text,
  enabled: boolean,
} satisfies ShapeOf<Stripe.PaymentMethodDomainCreateParams>;

const LIST_PARAMS = { ...PAGING, domain_name: text };

/** Our own rule: no wallet shows on what is under .invalid. */
function walletsOn(domainName: string) {
  const state: Stripe.PaymentMethodDomain.ApplePay = domainName.endsWith(".invalid")
    ? { status: "inactive", status_details: { error_message: "The domain could not be reached." } }
    : { status: "active" };
  return {
    amazon_pay: state,
    apple_pay: state,
    google_pay: state,
    klarna: state,
    link: state,
    paypal: state,
  };
}

/** What a second registration of a name is answered is not known: here it is rejected. */
function createDomain(call: Call, params: Read<typeof CREATE_PARAMS>): Stripe.PaymentMethodDomain {
  const name = required(params.domain_name, "domain_name");
  if (/[:/]/.test(name)) {
    throw invalid("The domain_name must be a host name, without a scheme or a path.", {
      param: "domain_name",
    });
  }
  if (listDomains(call, { domain_name: name }).data.length > 0)
    throw invalid("This domain is already registered.", { param: "domain_name" });
  return call.insert("payment_method_domain", {
    id: call.newId("pmd"),
    object: "payment_method_domain",
    created: call.nowSeconds,
    domain_name: name,
    enabled: params.enabled ?? true,
    livemode: false,
    ...walletsOn(name),
  });
}

const listDomains = (call: Call, { domain_name, ...paging }: Read<typeof LIST_PARAMS>) =>
  listObjects(call, "payment_method_domain", { url: COLLECTION, paging, equals: { domain_name } });

function updateDomain(call: Call, { enabled }: { enabled?: boolean | undefined }) {
  const domain = findNamed(call, "payment_method_domain");
  domain.enabled = enabled ?? domain.enabled;
  return call.save(domain);
}

export const PAYMENT_METHOD_DOMAIN_ROUTES: Route[] = [
  route(`POST ${COLLECTION}`, "PaymentMethodDomainCreateParams", CREATE_PARAMS, createDomain),
  route(`GET ${COLLECTION}`, "PaymentMethodDomainListParams", LIST_PARAMS, listDomains),
  route(`POST ${COLLECTION}/{id}`, "PaymentMethodDomainUpdateParams", { enabled: boolean }, updateDomain),
  route(`POST ${COLLECTION}/{id}/validate`, "PaymentMethodDomainValidateParams", {}, (call) =>
    findNamed(call, "payment_method_domain"),
  ),
];
