import type Stripe from "stripe";

/* What a made-up processor shows: one payment of 10.00 with a platform fee of 0.51, but for what is said otherwise. */

type Given = Record<string, unknown>;

/** A charge that was paid and not refunded. */
export const chargeWith = (given: Given = {}): Stripe.Charge =>
  ({
    ...{ id: "ch_1", object: "charge", status: "succeeded", currency: "usd", amount: 1000 },
    ...{ amount_captured: 1000, amount_refunded: 0, captured: true, disputed: false, application: null },
    ...{ application_fee_amount: 51, payment_intent: "pi_1", payment_method_details: { type: "card" } },
    metadata: {},
    ...given,
  }) as unknown as Stripe.Charge;

/** An intent that was paid by that charge. */
export const intentWith = (given: Given = {}): Stripe.PaymentIntent =>
  ({
    ...{ id: "pi_1", object: "payment_intent", status: "succeeded", amount: 1000, currency: "usd" },
    ...{ amount_capturable: 0, amount_received: 1000, capture_method: "automatic", application: null },
    ...{ application_fee_amount: 51, latest_charge: chargeWith(), client_secret: "secret", metadata: {} },
    ...{ created: 1_767_000_000, description: null, payment_method: null, last_payment_error: null },
    ...given,
  }) as unknown as Stripe.PaymentIntent;

/** What an intent is as long as nobody has paid it. */
export const UNPAID = { status: "requires_payment_method", amount_received: 0, latest_charge: null };

/** A line of the account's balance: so much came in, and nothing was kept of it. */
export const balanceLineWith = (given: Given = {}): Stripe.BalanceTransaction =>
  ({
    ...{ id: "txn_1", object: "balance_transaction", balance_type: "payments", created: 1_780_000_000 },
    ...{ amount: 1000, fee: 0, fee_details: [], net: 1000, currency: "usd", exchange_rate: null },
    ...{ reporting_category: "charge", type: "charge", source: null, ...given },
  }) as unknown as Stripe.BalanceTransaction;

/** A page of a list, newest first. */
export function pageAfter<T extends { id: string }>(all: T[], after: string | undefined, limit = 100) {
  const from = after === undefined ? 0 : all.findIndex(({ id }) => id === after) + 1;
  return { data: all.slice(from, from + limit), has_more: all.length > from + limit };
}
