import type Stripe from "stripe";
import type { PaymentTerms } from "../domain/payments/create.ts";
import { isAsOrdered } from "../domain/payments/payment.ts";
import { readFromProcessor } from "./client.ts";
import { type NewIntent, orderedOf, toNewIntent } from "./intents.ts";
import { type AttemptTimes, CERTAIN, searchList, windowAround } from "./lookup.ts";
import { paymentIdIn, termsIn } from "./snapshot.ts";

/** A page holds 100, and a visit has minutes; a longer list proves nothing. */
const MAX_PAGES = 500;

/**
 * The intent that an attempt to create the payment made. By listing: the processor's search lags behind. By amount too,
 * because the merchant can write any metadata into its own account.
 */
export async function findListedIntent(
  terms: PaymentTerms,
  svcPaymentId: string,
  attempts: AttemptTimes,
): Promise<NewIntent | undefined> {
  const parameters = { created: windowAround(attempts), expand: ["data.latest_charge"] };
  const options = { stripeAccount: terms.connectedAccountId };
  const ordered = await orderedOf(terms);
  const found = await searchList(
    (paging) =>
      readFromProcessor((stripe) => stripe.paymentIntents.list({ ...parameters, ...paging }, options)),
    (intent) => paymentIdIn(intent.metadata) === svcPaymentId && isAsOrdered(ordered, termsIn(intent)),
    { maxPages: MAX_PAGES },
    worthOf,
  );
  return found && toNewIntent(found);
}

/**
 * A stuck key may leave a second intent behind, and a restore may reopen a creation. The intent that a customer has
 * tried to pay was given out. Of untouched ones it is the one of the latest processor key, even if it was canceled since: a
 * key is left behind only for the next one.
 */
function worthOf({ status, metadata, ...intent }: Stripe.PaymentIntent): number {
  const { payment_method, last_payment_error, latest_charge } = intent;
  if (payment_method !== null || last_payment_error !== null || latest_charge !== null) return CERTAIN;
  const keyNumber = Number(metadata.svcKeyNumber ?? 0);
  if (status !== "canceled") return 1 + keyNumber;
  return keyNumber > 0 ? keyNumber + 0.5 : 0;
}
