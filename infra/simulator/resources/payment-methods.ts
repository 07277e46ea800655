import { required, text } from "../http/params.ts";
import { type Route, route } from "./define-route.ts";
import { findNamed } from "./find.ts";
import { checkCustomer } from "./intent-checks.ts";
import { attachMethod, detachMethod } from "./saved-methods.ts";

const COLLECTION = "/v1/payment_methods";

export const PAYMENT_METHOD_ROUTES: Route[] = [
  route(`GET ${COLLECTION}/{id}`, "PaymentMethodRetrieveParams", {}, (call) =>
    findNamed(call, "payment_method"),
  ),
  route(`POST ${COLLECTION}/{id}/attach`, "PaymentMethodAttachParams", { customer: text }, (call, params) => {
    const customer = required(params.customer, "customer");
    checkCustomer(call, customer);
    return attachMethod(call, call.id, customer);
  }),
  route(`POST ${COLLECTION}/{id}/detach`, "PaymentMethodDetachParams", {}, (call) =>
    detachMethod(call, findNamed(call, "payment_method")),
  ),
];
