import type Stripe from "stripe";
import { methodIn } from "../domain/payments/method.ts";
import type {
  Decline,
  PaymentDetails,
  PaymentFees,
  PaymentMethod,
} from "../domain/payments/payment-details.ts";
import { readFromProcessor } from "./client.ts";
import { listDisputeBookings } from "./disputes.ts";
import { feesOf } from "./movements.ts";

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
  return {
    method: methodOf(charge, last_payment_error),
    decline: last_payment_error && declineOf(last_payment_error),
    fees: feesIn(charge, charge?.disputed ? await listDisputeBookings(accountId, intentId) : []),
  };
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
function feesIn(charge: Stripe.Charge | null, disputes: Stripe.BalanceTransaction[]): PaymentFees | null {
  const booked = charge?.balance_transaction;
  if (!booked || typeof booked === "string") return null;
  const { platformFeeCents, processorFeeCents } = feesOf(booked);
  return {
    currency: booked.currency,
    grossCents: booked.amount,
    processorFeeCents,
    platformFeeCents,
    netCents: booked.net,
    disputesCents: disputes.reduce((sum, { amount }) => sum - amount, 0),
    disputeFeesCents: disputes.reduce((sum, { fee }) => sum + fee, 0),
    availableAt: booked.available_on * 1000,
    chargedCents: charge.amount_captured,
    chargeCurrency: charge.currency,
    exchangeRate: booked.exchange_rate,
  };
}
