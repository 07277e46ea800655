import { callProcessor, readFromProcessor } from "./client.ts";
import type { References } from "./events.ts";
import { termsIn } from "./snapshot.ts";

/** It may name only its charge, or lead to none. */
export async function fetchIntentOf(
  { intentId, chargeId }: References,
  accountId: string,
): Promise<Omit<References, "chargeId">> {
  const found = intentId ?? (chargeId && (await fetchIntentIdOfCharge(accountId, chargeId)));
  return found ? fetchOriginOfIntent(accountId, found) : { intentId: undefined };
}

export async function fetchIntentIdOfCharge(
  accountId: string,
  chargeId: string,
): Promise<string | undefined> {
  const charge = await callProcessor((stripe) =>
    stripe.charges.retrieve(chargeId, {}, { stripeAccount: accountId }),
  );
  const intent = charge.payment_intent;
  return typeof intent === "string" ? intent : intent?.id;
}

export type Fee = { chargeId: string; currency: string; returnedCents: number };

/** Fees are the platform's own: no account is named. */
export async function fetchFee(feeId: string): Promise<Fee> {
  const fee = await readFromProcessor((stripe) => stripe.applicationFees.retrieve(feeId));
  const { charge, currency, amount_refunded: returnedCents } = fee;
  return { chargeId: typeof charge === "string" ? charge : charge.id, currency, returnedCents };
}

export async function fetchOriginOfIntent(accountId: string, intentId: string) {
  const options = { stripeAccount: accountId };
  const intent = await readFromProcessor((stripe) => stripe.paymentIntents.retrieve(intentId, {}, options));
  const { applicationId } = termsIn(intent);
  return { intentId, metadata: intent.metadata ?? {}, applicationId };
}
