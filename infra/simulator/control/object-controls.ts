import * as z from "zod/mini";
import { invalid } from "../http/api-error.ts";
import { appealDispute, escalateInquiry, loseDispute, winDispute } from "../resources/dispute-course.ts";
import { authorizeAnew } from "../resources/intent-authorization.ts";
import { expireAuthorization } from "../resources/intent-cancel.ts";
import { endAction } from "../resources/terminal-reader-actions.ts";
import type { Kinds } from "../storage/kinds.ts";
import type { Scope } from "../world/scope.ts";
import { type Control, over } from "./control-input.ts";
import { readBody } from "./read-body.ts";

const AMOUNT = z.object({ amount: z.int().check(z.gte(1)) });
const STATUS = z.object({ status: z.enum(["online", "offline"]) });

/** What happens to intents, readers and disputes without a request of the API. */
export const OBJECT_CONTROLS: Record<string, Control> = {
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
  // What happens to a reader on its counter (fact 27).
  "POST readers/{id}": over("terminal.reader", (scope, reader, body) =>
    scope.save({ ...reader, ...readBody(STATUS, body) }),
  ),
  "POST readers/{id}/customer_cancel": over("terminal.reader", (scope, reader) =>
    endAction(scope, reader, { code: "customer_canceled", message: "The customer canceled the payment." }),
  ),
  // What the buyer's bank does about a dispute (facts 10 and 29).
  "POST disputes/{id}/escalate": over("dispute", escalateInquiry),
  "POST disputes/{id}/appeal": over("dispute", appealDispute),
  "POST disputes/{id}/win": over("dispute", (scope, dispute) => decide(scope, dispute, winDispute)),
  "POST disputes/{id}/lose": over("dispute", (scope, dispute) => decide(scope, dispute, loseDispute)),
};

function decide(
  scope: Scope,
  dispute: Kinds["dispute"],
  verdict: (scope: Scope, dispute: Kinds["dispute"]) => void,
): Kinds["dispute"] {
  const before = dispute.status;
  verdict(scope, dispute);
  if (dispute.status === before) throw invalid(`The dispute is ${before} and cannot be decided.`);
  return dispute;
}
