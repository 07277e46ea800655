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
