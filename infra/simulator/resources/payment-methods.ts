import { required, text } from "../http/params.ts";
import { type Route, route } from "./define-route.ts";
import { findNamed } from "./find.ts";
import { checkCustomer } from "./intent-checks.ts";
import { attachMethod, detachMethod } from "./saved-methods.ts";

const COLLECTION = "/v1/payment_methods";

export const PAYMENT_METHOD_ROUTES: Route[] = [
  route({
    method: "GET",
    path: `${COLLECTION}/{id}`,
    type: "PaymentMethodRetrieveParams",
    params: {},
    run: (call) => findNamed(call, "payment_method"),
  }),
  route({
    method: "POST",
    path: `${COLLECTION}/{id}/attach`,
    type: "PaymentMethodAttachParams",
    params: { customer: text },
    run: (call, params) => {
      const customer = required(params.customer, "customer");
      checkCustomer(call, customer);
      return attachMethod(call, call.id, customer);
    },
  }),
  route({
    method: "POST",
    path: `${COLLECTION}/{id}/detach`,
    type: "PaymentMethodDetachParams",
    params: {},
    run: (call) => detachMethod(call, findNamed(call, "payment_method")),
  }),
];
