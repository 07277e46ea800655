import type Stripe from "stripe";
import type { PayoutFacts } from "../domain/finance/payout.ts";
import { readFromProcessor } from "./client.ts";
import { nextOf, pageAfter } from "./lookup.ts";

/** Only the booking says when the money came back. */
const WITH_RETURN = ["failure_balance_transaction"];

export async function fetchPayout(accountId: string, payoutId: string): Promise<PayoutFacts> {
  const options = { stripeAccount: accountId };
  const payout = await readFromProcessor((stripe) =>
    stripe.payouts.retrieve(payoutId, { expand: WITH_RETURN }, options),
  );
  return toPayout(payout, accountId);
}

export type PayoutPage = { payouts: PayoutFacts[]; next?: string };

export async function listPayouts(
  accountId: string,
  sinceMs: number,
  after: string | undefined,
): Promise<PayoutPage> {
  const parameters = {
    created: { gte: Math.floor(sinceMs / 1000) },
    ...pageAfter(after),
  };
  const options = { stripeAccount: accountId };
  const page = await readFromProcessor((stripe) => stripe.payouts.list(parameters, options));
  return { payouts: page.data.map((payout) => toPayout(payout, accountId)), ...nextOf(page) };
}

export const toPayout = (payout: Stripe.Payout, accountId: string): PayoutFacts => ({
  payoutId: payout.id,
  accountId,
  status: payout.status,
  amountCents: payout.amount,
  currency: payout.currency,
  automatic: payout.automatic,
  method: payout.method,
  createdAt: payout.created * 1000,
  arrivesAt: payout.arrival_date * 1000,
  traceId: payout.trace_id?.value ?? null,
  isTracePending: payout.trace_id?.status === "pending",
  failureCode: payout.failure_code,
  reconciliation: reconciliationOf(payout),
  ...returnOf(payout),
});

function returnOf({
  status,
  failure_balance_transaction: booking,
}: Stripe.Payout): Pick<PayoutFacts, "returnedAt"> {
  if (!booking) return status === "failed" ? { returnedAt: null } : {};
  // In a list it is only named.
  return typeof booking === "string" ? {} : { returnedAt: booking.created * 1000 };
}

/** An unknown word: the payout waits, and is looked at again. */
const reconciliationOf = ({ reconciliation_status: status }: Stripe.Payout): PayoutFacts["reconciliation"] =>
  status === "completed" ? "completed" : status === "not_applicable" ? "not_applicable" : "in_progress";
