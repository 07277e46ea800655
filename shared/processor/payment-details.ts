import type Stripe from "stripe";
import { methodIn, type PaidWith } from "../domain/payments/method.ts";
import type {
  Decline,
  PaymentDetails,
  PaymentFees,
  PaymentMethod,
} from "../domain/payments/payment-details.ts";
import { hasFailed } from "../domain/payments/refund.ts";
import { HOUR_MS } from "../domain/time.ts";
import { callProcessor, readFromProcessor } from "./client.ts";
import { listDisputeBookings } from "./disputes.ts";
import { PAGE_ITEMS, windowAround } from "./lookup.ts";
import { feesOf } from "./movements.ts";
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
  // A bank debit is booked before it is paid. One that fails is taken back by another line.
  if (!booked || typeof booked === "string" || charge.status === "failed") return null;
  const { currency } = booked;
  const { application_fee: fee } = charge;
  const settled = { accountId, currency };
  const [disputes, refundsCents, platformFeeReturnedCents] = await Promise.all([
    charge.disputed ? listDisputeBookings(accountId, intentId) : [],
    // A refund that failed is no longer counted by the charge, and its two lines may differ by their rates.
    currency === charge.currency ? charge.amount_refunded : sumRefunds(intentId, settled),
    // It may come back where no refund stands: by hand, or with a refund that has failed since.
    fee ? sumFeeReturns(typeof fee === "string" ? fee : fee.id, settled) : 0,
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

/** One that was presented to a reader is another field of the search. */
const CARDS = ["card", "card_present", "interac_present"];

/**
 * The intents that a card with these last four digits has paid or tried to pay, the newest hundred. Search knows a charge
 * about a minute later, and is not offered everywhere: then none is found.
 */
export async function searchByLast4(accountId: string, last4: string): Promise<string[]> {
  const query = CARDS.map((type) => `payment_method_details.${type}.last4:'${last4}'`).join(" OR ");
  const parameters = { query, limit: PAGE_ITEMS };
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

/** A changed address makes the processor mail the receipt. */
export async function mailReceipt(receipt: {
  accountId: string;
  chargeId: string;
  email: string;
}): Promise<void> {
  const { accountId, chargeId, email } = receipt;
  const options = { stripeAccount: accountId };
  const fields = { receipt_email: "email" };
  await callProcessor((stripe) => stripe.charges.update(chargeId, { receipt_email: email }, options), fields);
}
