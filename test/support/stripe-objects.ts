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

/** A hold of a card until then. */
export const heldUntil = (captureBeforeMs: number, given: Given = {}): Stripe.PaymentIntent =>
  intentWith({
    ...{ status: "requires_capture", capture_method: "manual", amount_capturable: 1000, amount_received: 0 },
    latest_charge: chargeWith({
      ...{ amount_captured: 0, captured: false },
      payment_method_details: { type: "card", card: { capture_before: captureBeforeMs / 1000 } },
    }),
    ...given,
  });

/** A refund of 1.00 that has arrived. */
export const refundWith = (given: Given = {}): Stripe.Refund =>
  ({ id: "re_1", object: "refund", amount: 100, status: "succeeded", created: 5, ...given }) as Stripe.Refund;

/** An event of the account that tells of an object. */
export const stripeEventWith = (object: unknown, given: Given = {}): Stripe.Event =>
  ({
    ...{ id: "evt_1", object: "event", type: "payment_intent.succeeded", livemode: false },
    ...{ account: "acct_1", data: { object }, ...given },
  }) as unknown as Stripe.Event;

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
