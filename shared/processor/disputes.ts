import type { Dispute } from "../domain/payment.ts";
import { ask } from "./client.ts";

export async function fetchDispute(accountId: string, disputeId: string): Promise<Dispute> {
  const dispute = await ask((stripe) =>
    stripe.disputes.retrieve(disputeId, {}, { stripeAccount: accountId }),
  );
  return {
    disputeId: dispute.id,
    status: dispute.status,
    reason: dispute.reason,
    amountCents: dispute.amount,
  };
}

/** A dispute or refund may name only its charge. */
export async function fetchIntentIdOfCharge(
  accountId: string,
  chargeId: string,
): Promise<string | undefined> {
  const charge = await ask((stripe) => stripe.charges.retrieve(chargeId, {}, { stripeAccount: accountId }));
  const intent = charge.payment_intent;
  return typeof intent === "string" ? intent : intent?.id;
}
