import type Stripe from "stripe";
import { Failure, type FailureCode } from "../domain/failure.ts";
import { isCollected } from "../domain/payments/charge.ts";
import type { IntentSnapshot } from "../domain/payments/payment.ts";
import { callProcessor } from "./client.ts";
import { declined, type RejectionMeanings } from "./errors.ts";
import { retrieveIntent, WITH_CHARGE } from "./intents.ts";
import { toSnapshot } from "./snapshot.ts";

type Intent = { accountId: string; intentId: string };

const FIELDS = { payment_method: "paymentMethodId" };

const MEANINGS: RejectionMeanings = new Map<string, FailureCode>([
  ["payment_intent_unexpected_state", "payment_not_collectable"],
]);

/** Always off-session: where the bank wants the customer to authenticate, the charge is declined. */
export async function confirmIntent(
  charge: Intent & { paymentMethodId: string; returnUrl: string; processorKey: string },
): Promise<IntentSnapshot> {
  const parameters: Stripe.PaymentIntentConfirmParams = {
    payment_method: charge.paymentMethodId,
    off_session: true,
    // Methods that the processor chooses may redirect, so it wants to know where to.
    return_url: charge.returnUrl,
    expand: WITH_CHARGE,
  };
  const options = { stripeAccount: charge.accountId, idempotencyKey: charge.processorKey };
  const call = (stripe: Stripe) => stripe.paymentIntents.confirm(charge.intentId, parameters, options);
  return toConfirmed(await callProcessor(call, FIELDS, MEANINGS));
}

/** The intent as it is now, after a confirmation whose answer the processor has repeated. */
export const fetchConfirmed = async ({ accountId, intentId }: Intent): Promise<IntentSnapshot> =>
  toConfirmed(await retrieveIntent(accountId, intentId));

/** A debit may have failed since, a method may want its customer, and too many confirmations cancel an intent. */
function toConfirmed(intent: Stripe.PaymentIntent): IntentSnapshot {
  const snapshot = toSnapshot(intent);
  if (isCollected(snapshot.status)) return snapshot;
  if (snapshot.status === "canceled")
    throw new Failure("payment_not_collectable", "The payment is canceled.", { processorSays: "rejected" });
  throw declined(
    snapshot.status === "requires_action"
      ? { code: "authentication_required" }
      : (intent.last_payment_error ?? {}),
  );
}
