import type Stripe from "stripe";
import { methodIn, type PaidWith } from "../domain/payments/method.ts";
import type {
  Decline,
  PaymentDetails,
  PaymentFees,
  PaymentMethod,
} from "../domain/payments/payment-details.ts";
import { HOUR_MS } from "../domain/time.ts";
import { readFromProcessor } from "./client.ts";
import { listDisputeBookings } from "./disputes.ts";
import { PAGE_ITEMS, windowAround } from "./lookup.ts";
import { feesOf } from "./movements.ts";
import { type Fee, fetchFee } from "./references.ts";

/** The charge has the method, and its balance transaction what the payment cost. */
const EXPAND = ["latest_charge.balance_transaction"];

export async function fetchPaymentDetails({
  accountId,
  intentId,
}: {
  accountId: string;
  intentId: string;
}): Promise<PaymentDetails> {
  const { latest_charge, last_payment_error } = await readFromProcessor((stripe) =>
    stripe.paymentIntents.retrieve(intentId, { expand: EXPAND }, { stripeAccount: accountId }),
  );
  const charge = typeof latest_charge === "string" ? null : latest_charge;
  const [disputes, fee] = await Promise.all([
    charge?.disputed ? listDisputeBookings(accountId, intentId) : [],
    charge && fetchReturnedFee(charge),
  ]);
  return {
    method: methodOf(charge, last_payment_error),
    decline: last_payment_error && declineOf(last_payment_error),
    fees: feesIn(charge, disputes, fee),
  };
}

/** Only a refund returns something of it. */
async function fetchReturnedFee({
  amount_refunded,
  application_fee: fee,
}: Stripe.Charge): Promise<Fee | null> {
  return amount_refunded > 0 && fee ? fetchFee(typeof fee === "string" ? fee : fee.id) : null;
}

/** For a person who waits for a list, which is worth more than the cards in it. */
const PATIENCE_MS = 1_500;

/** The customer usually pays within a day; on a busy account only those are looked for who pay within minutes. */
const WAITS_MS = [24 * HOUR_MS, HOUR_MS / 4];

export type Charged = { createdAt: number; chargeId: string };

/**
 * What these charges of one account were paid with, by their ids. At most two pages are read: what is not on them, or
 * not answered in time, is left out.
 */
export async function listMethods(
  accountId: string,
  charged: readonly Charged[],
): Promise<Map<string, PaidWith>> {
  const times = charged.map(({ createdAt }) => createdAt);
  const methods = new Map<string, PaidWith>();
  for (const waitMs of WAITS_MS) {
    const created = windowAround({ firstAt: Math.min(...times), now: Math.max(...times) + waitMs });
    const options = { stripeAccount: accountId, timeout: PATIENCE_MS };
    const page = await readFromProcessor((stripe) =>
      stripe.charges.list({ created, limit: PAGE_ITEMS }, options),
    );
    for (const { id, payment_method_details } of page.data) {
      const method = methodIn(payment_method_details);
      if (method) methods.set(id, { type: method.type, brand: method.brand, last4: method.last4 });
    }
    if (!page.has_more || charged.every(({ chargeId }) => methods.has(chargeId))) break;
  }
  return methods;
}

/** An attempt may fail before there is a charge: then its error has the method. */
const methodOf = (
  charge: Stripe.Charge | null,
  error: Stripe.PaymentIntent.LastPaymentError | null,
): PaymentMethod | null => methodIn(charge?.payment_method_details ?? error?.payment_method);

const declineOf = (error: Stripe.PaymentIntent.LastPaymentError): Decline => ({
  code: codeIn(error.code),
  declineCode: codeIn(error.decline_code),
  networkDeclineCode: codeIn(error.network_decline_code),
  adviceCode: codeIn(error.advice_code),
});

const codeIn = (code: string | undefined): string | null =>
  code && /^[A-Za-z0-9_]{1,100}$/.test(code) ? code : null;

/** A dispute is booked when its money is withdrawn, and again when it is given back. */
function feesIn(
  charge: Stripe.Charge | null,
  disputes: Stripe.BalanceTransaction[],
  fee: Fee | null,
): PaymentFees | null {
  const booked = charge?.balance_transaction;
  if (!booked || typeof booked === "string") return null;
  const { platformFeeCents, processorFeeCents } = feesOf(booked);
  return {
    currency: booked.currency,
    grossCents: booked.amount,
    processorFeeCents,
    platformFeeCents,
    platformFeeReturnedCents: !fee ? 0 : fee.currency === booked.currency ? fee.returnedCents : null,
    netCents: booked.net,
    disputesCents: disputes.reduce((sum, { amount }) => sum - amount, 0),
    disputeFeesCents: disputes.reduce((sum, { fee }) => sum + fee, 0),
    availableAt: booked.available_on * 1000,
    chargedCents: charge.amount_captured,
    chargeCurrency: charge.currency,
    exchangeRate: booked.exchange_rate,
  };
}
