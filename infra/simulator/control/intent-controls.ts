import { invalid } from "../http/api-error.ts";
import { authorizeAnew } from "../resources/intent-authorization.ts";
import { expireAuthorization } from "../resources/intent-cancel.ts";
import { type Control, over } from "./control-input.ts";
import { isRecord, parseJson } from "./json-body.ts";

export const INTENT_CONTROLS: Record<string, Control> = {
  "POST payment_intents/{id}/expire": over("payment_intent", (scope, intent) => {
    expireAuthorization(scope, intent);
    return intent;
  }),
  "POST payment_intents/{id}/authorize": over("payment_intent", (scope, intent, body) =>
    authorizeAnew(scope, intent, parseAmount(body)),
  ),
  // The SDK's type allows for an intent that no longer shows its secret.
  "POST payment_intents/{id}/forget_secret": over("payment_intent", (scope, intent) =>
    scope.save({ ...intent, client_secret: null }),
  ),
};

function parseAmount(text: string): number {
  const body = parseJson(text);
  const amount = isRecord(body) ? body.amount : undefined;
  if (typeof amount !== "number" || !Number.isInteger(amount) || amount < 1)
    throw invalid("The body must be {amount}, in cents, at least 1.");
  return amount;
}
