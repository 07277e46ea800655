import type Stripe from "stripe";
import * as z from "zod/mini";
import { invalid } from "../http/api-error.ts";
import { escalateInquiry, loseDispute, winDispute } from "../resources/dispute-course.ts";
import { findOwn } from "../resources/find.ts";
import { expireAuthorization } from "../resources/intent-cancel.ts";
import { unexpectedState } from "../resources/intent-checks.ts";
import { cancelAtReader } from "../resources/terminal-reader-actions.ts";
import type { Kinds } from "../storage/kinds.ts";
import { idOf } from "../world/ids.ts";
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
  // What happens to a reader on its counter (fact 27).
  "POST readers/{id}": over("terminal.reader", (scope, reader, body) =>
    scope.save({ ...reader, ...readBody(STATUS, body) }),
  ),
  "POST readers/{id}/customer_cancel": over("terminal.reader", cancelAtReader),
  // What the buyer's bank does about a dispute (facts 10 and 29).
  "POST disputes/{id}/escalate": over("dispute", escalateInquiry),
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

/**
 * What is reserved is no longer what was asked for. More (a tip) raises the intent's amount; less (the
 * bank gave only a part) leaves it, and only `amount_capturable` tells.
 */
function authorizeAnew(scope: Scope, intent: Stripe.PaymentIntent, amount: number): Stripe.PaymentIntent {
  if (intent.status !== "requires_capture" || intent.latest_charge === null)
    throw unexpectedState(intent, "authorized for another amount");
  intent.amount = Math.max(intent.amount, amount);
  intent.amount_capturable = amount;
  const charge = findOwn(scope, "charge", idOf(intent.latest_charge));
  charge.amount = intent.amount;
  const details = charge.payment_method_details?.card ?? charge.payment_method_details?.card_present;
  if (details) details.amount_authorized = amount;
  scope.save(charge);
  scope.emit("payment_intent.amount_capturable_updated", scope.save(intent));
  return intent;
}
