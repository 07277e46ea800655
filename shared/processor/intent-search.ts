import type Stripe from "stripe";
import { Failure, isFailure, isRejection, processorSays } from "../domain/failure.ts";
import { isAsOrdered, type PaymentTerms } from "../domain/payments/payment.ts";
import { callProcessor, readFromProcessor } from "./client.ts";
import { noDefiniteAnswer } from "./errors.ts";
import { type NewIntent, orderedOf, toNewIntent } from "./intents.ts";
import {
  type AttemptTimes,
  bestOf,
  CERTAIN,
  hiddenFromSearch,
  KNOWN_TO_SEARCH_IN_SECONDS,
  type LookBounds,
  mustBeKnownToSearch,
  PAGE_ITEMS,
  searchList,
  windowAround,
} from "./lookup.ts";
import { paymentIdIn, termsIn } from "./snapshot.ts";

/** A page holds 100. A request has seconds, a visit minutes; a longer list proves nothing. */
const MAX_PAGES = { request: 50, visit: 500 };

/**
 * Looks for the intent that an earlier attempt may have made; by amount too, because the merchant can write any
 * metadata into its own account. The processor's search finds one intent among any number in one call, but lags by up to
 * an hour. The list never lags behind, but may be too long. So search is asked first and answers for what is old, and the
 * list for what search may not know yet; for all of it where search is not offered. What search finds is taken where the
 * list cannot be looked through; that it finds nothing says nothing of what the list would show.
 */
export async function searchIntent(
  terms: PaymentTerms,
  svcPaymentId: string,
  attempts: AttemptTimes,
  { leavesTime = false }: { leavesTime?: boolean } = {},
): Promise<NewIntent | undefined> {
  const bounds = { maxPages: MAX_PAGES.request, leavesTime };
  const list = (part: AttemptTimes) => searchInList(terms, svcPaymentId, part, bounds);
  const search = () => searchByMetadata(terms, svcPaymentId);
  const found = await searchThenList(attempts, { list, search });
  return found && toNewIntent(found);
}

type LookSteps = {
  list: (part: AttemptTimes) => Promise<Stripe.PaymentIntent | undefined>;
  search: () => Promise<Searched>;
};

async function searchThenList(
  attempts: AttemptTimes,
  { list, search }: LookSteps,
): Promise<Stripe.PaymentIntent | undefined> {
  const isOld = mustBeKnownToSearch(attempts.firstAt, attempts.now);
  const searched = await search().catch((error: unknown): Searched => {
    // The list shows all that is young.
    if (isOld) throw error;
    return NOT_OFFERED;
  });
  if (searched.kind === "not_offered") return list(attempts);
  const known = searched.kind === "found" ? searched.intent : undefined;
  if (mustBeKnownToSearch(attempts.lastAt, attempts.now)) return known;
  if (known && worthOf(known) === CERTAIN) return known;
  const listed = await list(hiddenFromSearch(attempts)).catch((error: unknown) => {
    if (known && (isListTooLong(error) || processorSays(error) === "not_asked")) return undefined;
    throw isOld && isListTooLong(error) ? untilSearchKnows(error) : error;
  });
  return bestOf([...(listed ? [listed] : []), ...(known ? [known] : [])], worthOf);
}

/** By listing only, which never lags. */
export async function searchIntentInList(
  terms: PaymentTerms,
  svcPaymentId: string,
  attempts: AttemptTimes,
): Promise<NewIntent | undefined> {
  const found = await searchInList(terms, svcPaymentId, attempts, { maxPages: MAX_PAGES.visit });
  return found && toNewIntent(found);
}

type Searched =
  | { kind: "found"; intent: Stripe.PaymentIntent }
  | { kind: "not_found" }
  | { kind: "not_offered" };

const NOT_OFFERED: Searched = { kind: "not_offered" };

const isListTooLong = (error: unknown): error is Failure => processorSays(error) === "list_too_long";

const untilSearchKnows = ({ message, extras }: Failure): Failure =>
  new Failure("processor_unavailable", message, { ...extras, retryAfterSeconds: KNOWN_TO_SEARCH_IN_SECONDS });

async function searchByMetadata(terms: PaymentTerms, svcPaymentId: string): Promise<Searched> {
  const query = `metadata['svcPaymentId']:'${svcPaymentId}'`;
  const parameters = { query, limit: PAGE_ITEMS, expand: ["data.latest_charge"] };
  const options = { stripeAccount: terms.connectedAccountId };
  try {
    const { data } = await callProcessor((stripe) => stripe.paymentIntents.search(parameters, options));
    const isOurs = await matcherOf(terms, svcPaymentId);
    const intent = bestOf(data.filter(isOurs), worthOf);
    return intent ? { kind: "found", intent } : { kind: "not_found" };
  } catch (error) {
    if (isFailure(error, "processor_rejected") && processorSays(error) !== "account_lost") return NOT_OFFERED;
    throw isRejection(error)
      ? noDefiniteAnswer(error, { processorSays: processorSays(error) ?? "rejected" })
      : error;
  }
}

async function searchInList(
  terms: PaymentTerms,
  svcPaymentId: string,
  attempts: AttemptTimes,
  bounds: LookBounds,
): Promise<Stripe.PaymentIntent | undefined> {
  const parameters = { created: windowAround(attempts), expand: ["data.latest_charge"] };
  const options = { stripeAccount: terms.connectedAccountId };
  return searchList(
    (paging) =>
      readFromProcessor((stripe) => stripe.paymentIntents.list({ ...parameters, ...paging }, options)),
    await matcherOf(terms, svcPaymentId),
    bounds,
    worthOf,
  );
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

async function matcherOf(
  terms: PaymentTerms,
  svcPaymentId: string,
): Promise<(intent: Stripe.PaymentIntent) => boolean> {
  const ordered = await orderedOf(terms);
  return (intent) => paymentIdIn(intent.metadata) === svcPaymentId && isAsOrdered(ordered, termsIn(intent));
}
