import type Stripe from "stripe";
import type { Dispute } from "../domain/payments/payment.ts";
import { callProcessor, readFromProcessor } from "./client.ts";
import { PAGE_ITEMS } from "./lookup.ts";

export async function fetchDispute(accountId: string, disputeId: string): Promise<Dispute> {
  return toDispute(
    await callProcessor((stripe) => stripe.disputes.retrieve(disputeId, {}, { stripeAccount: accountId })),
  );
}

export const listDisputes = async (accountId: string, intentId: string): Promise<Dispute[]> =>
  (await listAll(accountId, intentId)).map(toDispute);

/** What was booked for a payment's disputes, with their fees, in the currency that the account settles in. */
export const listDisputeBookings = async (
  accountId: string,
  intentId: string,
): Promise<Stripe.BalanceTransaction[]> =>
  (await listAll(accountId, intentId)).flatMap(({ balance_transactions }) => balance_transactions);

/** A payment has one dispute, seldom two. */
async function listAll(accountId: string, intentId: string): Promise<Stripe.Dispute[]> {
  const parameters = { payment_intent: intentId, limit: PAGE_ITEMS };
  const options = { stripeAccount: accountId };
  return (await readFromProcessor((stripe) => stripe.disputes.list(parameters, options))).data;
}

const toDispute = ({
  id,
  status,
  reason,
  amount,
  currency,
  created,
  evidence_details,
}: Stripe.Dispute): Dispute => ({
  disputeId: id,
  status,
  reason,
  amountCents: amount,
  currency,
  ...(created && { openedAt: created * 1000 }),
  // 0 or null: no answer is possible.
  ...(evidence_details?.due_by && { dueBy: evidence_details.due_by * 1000 }),
});
