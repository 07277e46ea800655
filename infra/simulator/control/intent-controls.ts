import * as z from "zod/mini";
import { authorizeAnew } from "../resources/intent-authorization.ts";
import { expireAuthorization } from "../resources/intent-cancel.ts";
import { type Control, over } from "./control-input.ts";
import { readBody } from "./read-body.ts";

const AMOUNT = z.object({ amount: z.int().check(z.gte(1)) });

export const INTENT_CONTROLS: Record<string, Control> = {
  "POST payment_intents/{id}/expire": over("payment_intent", (scope, intent) => {
    expireAuthorization(scope, intent);
    return intent;
  }),
  "POST payment_intents/{id}/authorize": over("payment_intent", (scope, intent, body) =>
    authorizeAnew(scope, intent, readBody(AMOUNT, body).amount),
  ),
  // The SDK's type allows for an intent that no longer shows its secret.
  "POST payment_intents/{id}/forget_secret": over("payment_intent", (scope, intent) =>
    scope.save({ ...intent, client_secret: null }),
  ),
};
