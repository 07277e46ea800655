import type Stripe from "stripe";
import { hasFailed } from "../domain/payments/refund.ts";
import { readFromProcessor } from "./client.ts";
import { PAGE_ITEMS } from "./lookup.ts";

/*
 * What refunds of a foreign sale came to in the currency that the account settles in. Each refund, each failure and each
 * returned fee has a rate of its own, so that only their own balance transactions say it. A refund's line has no fee in
 * it: on a direct charge the returned application fee is a line of its own. That this line names the fee's refund as its
 * source is not settled; if it does not, it is not found. What is missing, or booked in another currency, makes the sum
 * unknown (null): nothing is guessed from a rate.
 */

/** Whose balance it is, and in which currency. */
type Settled = { accountId: string; currency: string };

/** What refunds took, less what failed ones gave back. */
export async function sumRefunds(intentId: string, { accountId, currency }: Settled): Promise<number | null> {
  const parameters = {
    payment_intent: intentId,
    limit: PAGE_ITEMS,
    expand: ["data.balance_transaction", "data.failure_balance_transaction"],
  };
  const options = { stripeAccount: accountId };
  const page = await readFromProcessor((stripe) => stripe.refunds.list(parameters, options));
  if (page.has_more) return null;
  const cents = sumOf(page.data.flatMap(linesOf), currency);
  return cents === null ? null : 0 - cents;
}

type Line = Stripe.BalanceTransaction | string | null | undefined;

/** A failed refund that was never booked has moved nothing. Of a booked one the money comes back in a second line. */
function linesOf(refund: Stripe.Refund): Line[] {
  const { balance_transaction: taken, failure_balance_transaction: returned } = refund;
  if (!hasFailed({ status: refund.status ?? "succeeded" })) return [taken];
  return taken ? [taken, returned] : [];
}

/**
 * What came back of an application fee. The fee is the platform's own, and shows its newest ten returns. Only where it
 * was taken in another currency is the account asked for their lines.
 */
export async function sumFeeReturns(feeId: string, { accountId, currency }: Settled): Promise<number | null> {
  const fee = await readFromProcessor((stripe) => stripe.applicationFees.retrieve(feeId));
  if (fee.currency === currency) return fee.amount_refunded;
  if (fee.refunds.has_more) return null;
  const options = { stripeAccount: accountId };
  const lists = await Promise.all(
    fee.refunds.data.map(({ id: source }) =>
      readFromProcessor((stripe) => stripe.balanceTransactions.list({ source }, options)),
    ),
  );
  // Without a line it is not booked yet.
  return sumOf(
    lists.flatMap(({ data }): Line[] => (data.length > 0 ? data : [null])),
    currency,
  );
}

/** null: one of them is missing, or in another currency. */
function sumOf(lines: Line[], currency: string): number | null {
  let cents = 0;
  for (const line of lines) {
    if (!line || typeof line === "string" || line.currency !== currency) return null;
    cents += line.net;
  }
  return cents;
}
