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
import { sumFeeReturns, sumRefunds } from "./settled-refunds.ts";
import { captureBeforeOf } from "./snapshot.ts";

/** The charge has the method, and its balance transaction what the payment cost. */
const EXPAND = ["latest_charge.balance_transaction"];

export async function fetchPaymentDetails({
  accountId,
  intentId,
}: {
  accountId: string;
  intentId: string;
}): Promise<PaymentDetails> {
  const { status, latest_charge, last_payment_error } = await readFromProcessor((stripe) =>
    stripe.paymentIntents.retrieve(intentId, { expand: EXPAND }, { stripeAccount: accountId }),
  );
  const charge = typeof latest_charge === "string" ? null : latest_charge;
  return {
    method: methodOf(charge, last_payment_error),
    decline: last_payment_error && declineOf(last_payment_error),
    captureBefore: charge && status === "requires_capture" ? captureBeforeOf(charge) : null,
    statementDescriptor: charge?.calculated_statement_descriptor ?? null,
    receiptUrl: charge?.receipt_url ?? null,
    fees: charge && (await fetchFees(charge, { accountId, intentId })),
  };
}

/** A dispute is booked when its money is withdrawn, and again when it is given back. */
async function fetchFees(
  charge: Stripe.Charge,
  { accountId, intentId }: { accountId: string; intentId: string },
): Promise<PaymentFees | null> {
  const booked = charge.balance_transaction;
  if (!booked || typeof booked === "string") return null;
  const { currency } = booked;
  const { application_fee: fee } = charge;
  const settled = { accountId, currency };
  const [disputes, refundsCents, platformFeeReturnedCents] = await Promise.all([
    charge.disputed ? listDisputeBookings(accountId, intentId) : [],
    // A refund that failed is no longer counted by the charge, and its two lines may differ by their rates.
    currency === charge.currency ? charge.amount_refunded : sumRefunds(intentId, settled),
    // Only a refund returns something of it.
    fee && charge.amount_refunded > 0 ? sumFeeReturns(typeof fee === "string" ? fee : fee.id, settled) : 0,
  ]);
  const { platformFeeCents, processorFeeCents } = feesOf(booked);
  return {
    currency,
    grossCents: booked.amount,
    refundsCents,
    processorFeeCents,
    platformFeeCents,
    platformFeeReturnedCents,
    netCents: booked.net,
    disputesCents: disputes.reduce((sum, { amount }) => sum - amount, 0),
    disputeFeesCents: disputes.reduce((sum, { fee }) => sum + fee, 0),
    availableAt: booked.available_on * 1000,
    chargedCents: charge.amount_captured,
    chargeCurrency: charge.currency,
    exchangeRate: booked.exchange_rate,
  };
}

/** For a person who waits for a list, which is worth more than the cards in it. */
const PATIENCE_MS = 1_500;

/** The customer usually pays within a day; on a busy account only those are looked for who pay within minutes. */
const WAITS_MS = [24 * HOUR_MS, HOUR_MS / 4];

export type Charged = { createdAt: number; chargeId: string };

/**
 * What these charges of one account were paid with, by their ids. At most two pages are read, then a few charges alone:
 * what is not answered in time is left out.
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
  const missing = charged.filter(({ chargeId }) => !methods.has(chargeId)).slice(0, MOST_ALONE);
  await Promise.all(missing.map(({ chargeId }) => addMethod(methods, accountId, chargeId)));
  return methods;
}

/** So many charges of a busy account are asked for one by one: those that were paid long after their payment was made. */
const MOST_ALONE = 10;

async function addMethod(methods: Map<string, PaidWith>, accountId: string, chargeId: string): Promise<void> {
  const options = { stripeAccount: accountId, timeout: PATIENCE_MS };
  const charge = await readFromProcessor((stripe) => stripe.charges.retrieve(chargeId, {}, options)).catch(
    () => undefined,
  );
  const method = methodIn(charge?.payment_method_details);
  if (method) methods.set(chargeId, { type: method.type, brand: method.brand, last4: method.last4 });
}

/**
 * The intents that a card with these last four digits has paid or tried to pay, the newest hundred. Search knows a charge
 * about a minute later, and is not offered everywhere: then none is found.
 */
export async function searchByLast4(accountId: string, last4: string): Promise<string[]> {
  const parameters = { query: `payment_method_details.card.last4:'${last4}'`, limit: PAGE_ITEMS };
  const options = { stripeAccount: accountId, timeout: PATIENCE_MS };
  const page = await readFromProcessor((stripe) => stripe.charges.search(parameters, options));
  return page.data.flatMap(({ payment_intent: intent }) =>
    typeof intent === "string" ? intent : (intent?.id ?? []),
  );
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
