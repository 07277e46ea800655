import type Stripe from "stripe";
import { environmentConfig } from "../config.ts";
import { Failure, isFailure, isRefusal, processorSays } from "../domain/failure.ts";
import type { Claim } from "../domain/payments/claim.ts";
import type { CancelWish } from "../domain/payments/operation.ts";
import { type IntentSnapshot, isAsOrdered, type PaymentTerms } from "../domain/payments/payment.ts";
import { readProcessorKeys } from "../secrets.ts";
import { callProcessor, inspect } from "./client.ts";
import { noDefiniteAnswer, type RefusalMeanings } from "./errors.ts";
import {
  type Attempts,
  bestOf,
  CERTAIN,
  hiddenFromSearch,
  KNOWN_TO_SEARCH_IN_SECONDS,
  mustBeKnownToSearch,
  PAGE_ITEMS,
  searchList,
  windowAround,
} from "./lookup.ts";
import { paymentIdIn } from "./references.ts";
import { termsIn, toSnapshot } from "./snapshot.ts";

/** Everything is asked with the charge: refunds and captured amounts are only there. */
const WITH_CHARGE = ["latest_charge"];

const CAPTURE_REFUSALS: RefusalMeanings = new Map([
  ["amount_too_large", "capture_exceeds_authorization"],
  ["amount_to_capture", "capture_exceeds_authorization"],
]);

const CANCEL_REFUSALS: RefusalMeanings = new Map([
  ["payment_intent_unexpected_state", "payment_not_cancelable"],
]);

/** What the caller wrote; the fee, and the metadata that is ours, are not among it. */
const INTENT_FIELDS = {
  amount: "amountCents",
  currency: "currency",
  capture_method: "captureMethod",
  allowed_payment_method_types: "paymentMethodTypes",
  customer: "customerRef",
  description: "description",
  "metadata[customerRef]": "customerRef",
  "metadata[orderRef]": "orderRef",
  "metadata[branch]": "branch",
};

/** A page holds 100. A request has seconds, a visit has minutes; a longer list says nothing. */
const MAX_PAGES = { request: 50, visit: 500 };

export type NewIntent = { snapshot: IntentSnapshot; clientSecret: string };

/** The generation of its claim, and which parameters the claim began with. */
export type IntentIdentity = { svcPaymentId: string } & Pick<Claim, "generation" | "parametersVersion">;

export async function createIntent(
  terms: PaymentTerms,
  identity: IntentIdentity & { processorKey: string },
): Promise<NewIntent> {
  const parameters = intentParameters(terms, identity);
  const options = { stripeAccount: terms.connectedAccountId, idempotencyKey: identity.processorKey };
  const call = (stripe: Stripe) => stripe.paymentIntents.create(parameters, options);
  return toNewIntent(await callProcessor(call, INTENT_FIELDS));
}

function intentParameters(
  terms: PaymentTerms,
  { svcPaymentId, generation, parametersVersion = 1 }: IntentIdentity,
): Stripe.PaymentIntentCreateParams {
  const { customerRef, orderRef, branch } = terms;
  return {
    amount: terms.amountCents,
    currency: terms.currency,
    capture_method: terms.captureMethod,
    // The processor takes one or the other, never both. (`payment_method_types` is gone since API 2026-09-30.)
    ...(terms.paymentMethodTypes
      ? { allowed_payment_method_types: terms.paymentMethodTypes }
      : { automatic_payment_methods: { enabled: true } }),
    // The processor refuses a fee of 0.
    ...(terms.applicationFeeCents > 0 && { application_fee_amount: terms.applicationFeeCents }),
    ...(terms.description && { description: terms.description }),
    // Only a customer of this very account is accepted; any other reference is metadata.
    ...(customerRef?.startsWith("cus_") && { customer: customerRef }),
    metadata: {
      svcPaymentId,
      svcEnv: environmentConfig().ENVIRONMENT,
      // For a rebuild: the intent's own amount may change later, and a stuck key may have left an intent behind.
      ...(parametersVersion > 1 && {
        svcAmountCents: String(terms.amountCents),
        svcGeneration: String(generation),
      }),
      ...(orderRef && { orderRef }),
      ...(branch && { branch }),
      ...(customerRef && { customerRef }),
    },
    expand: WITH_CHARGE,
  };
}

/**
 * Looks for the intent that an earlier attempt may have made; by amount too, because the merchant can write any
 * metadata into its own account. The list never lags behind, but may be too long. The processor's search finds one
 * intent among any number, but lags by up to an hour. So search answers for what is old, and the list for what search
 * may not know yet; for all of it where search is not offered.
 */
export async function searchIntent(
  terms: PaymentTerms,
  svcPaymentId: string,
  attempts: Attempts,
): Promise<NewIntent | undefined> {
  const steps = {
    list: (part: Attempts) => searchInList(terms, svcPaymentId, { ...part, maxPages: MAX_PAGES.request }),
    search: () => searchByMetadata(terms, svcPaymentId),
  };
  const isOld = mustBeKnownToSearch(attempts.firstAt, attempts.now);
  const found = await (isOld ? searchThenList(attempts, steps) : listOrElseSearch(attempts, steps));
  return found && toNewIntent(found);
}

type LookSteps = {
  list: (part: Attempts) => Promise<Stripe.PaymentIntent | undefined>;
  search: () => Promise<Searched>;
};

/**
 * Searches first: there is time for that in every request, however long the list is. What search finds is taken where
 * the list cannot be looked through; that it finds nothing says nothing of what the list would show.
 */
async function searchThenList(
  attempts: Attempts,
  { list, search }: LookSteps,
): Promise<Stripe.PaymentIntent | undefined> {
  const searched = await search();
  if (searched.kind === "not_offered") return list(attempts);
  const old = searched.kind === "found" ? searched.intent : undefined;
  if (mustBeKnownToSearch(attempts.lastAt, attempts.now)) return old;
  if (old && worthOf(old) === CERTAIN) return old;
  const young = await list(hiddenFromSearch(attempts)).catch((error: unknown) => {
    if (old && (isListTooLong(error) || isOutOfTime(error))) return undefined;
    throw isListTooLong(error) ? untilSearchKnows(error) : error;
  });
  return bestOf([...(young ? [young] : []), ...(old ? [old] : [])], worthOf);
}

/** The list shows all of it. Only where it is too long may search have found something by now. */
async function listOrElseSearch(
  attempts: Attempts,
  { list, search }: LookSteps,
): Promise<Stripe.PaymentIntent | undefined> {
  try {
    return await list(attempts);
  } catch (error) {
    const searched = isListTooLong(error) ? await search() : NOT_OFFERED;
    if (searched.kind !== "found") throw error;
    return searched.intent;
  }
}

/** The same by listing alone, which never lags behind, however long the list is. */
export async function searchIntentInList(
  terms: PaymentTerms,
  svcPaymentId: string,
  attempts: Attempts,
): Promise<NewIntent | undefined> {
  const found = await searchInList(terms, svcPaymentId, { ...attempts, maxPages: MAX_PAGES.visit });
  return found && toNewIntent(found);
}

type Searched =
  | { kind: "found"; intent: Stripe.PaymentIntent }
  | { kind: "not_found" }
  /** For this account. */
  | { kind: "not_offered" };

const NOT_OFFERED: Searched = { kind: "not_offered" };

const isListTooLong = (error: unknown): error is Failure => processorSays(error) === "list_too_long";

/** The list will be as long then, but need not be looked through any more. */
const untilSearchKnows = ({ message, extras }: Failure): Failure =>
  new Failure("processor_unavailable", message, { ...extras, retryAfterSeconds: KNOWN_TO_SEARCH_IN_SECONDS });

/** The next page was not even asked for. */
const isOutOfTime = (error: unknown): boolean => isFailure(error, "service_unavailable");

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
    throw isRefusal(error)
      ? noDefiniteAnswer(error, { processorSays: processorSays(error) ?? "refused" })
      : error;
  }
}

async function searchInList(
  terms: PaymentTerms,
  svcPaymentId: string,
  { maxPages, ...attempts }: Attempts & { maxPages: number },
): Promise<Stripe.PaymentIntent | undefined> {
  const parameters = { created: windowAround(attempts), expand: ["data.latest_charge"] };
  const options = { stripeAccount: terms.connectedAccountId };
  return searchList(
    (paging) => inspect((stripe) => stripe.paymentIntents.list({ ...parameters, ...paging }, options)),
    await matcherOf(terms, svcPaymentId),
    maxPages,
    worthOf,
  );
}

/**
 * A stuck key may leave a second intent behind, and a creation may be open only because the ledger was restored to a
 * time before its answer. The intent that a buyer has tried to pay was given out. Of those that nobody has touched it is
 * the one of the latest generation, and not a canceled one, which nobody can pay any more.
 */
function worthOf({ status, metadata, ...intent }: Stripe.PaymentIntent): number {
  const { payment_method, last_payment_error, latest_charge } = intent;
  if (payment_method !== null || last_payment_error !== null || latest_charge !== null) return CERTAIN;
  return status === "canceled" ? 0 : 1 + Number(metadata.svcGeneration ?? 0);
}

/** Whether an intent is the one that was ordered. */
async function matcherOf(
  terms: PaymentTerms,
  svcPaymentId: string,
): Promise<(intent: Stripe.PaymentIntent) => boolean> {
  const ordered = await orderedOf(terms);
  return (intent) => paymentIdIn(intent.metadata) === svcPaymentId && isAsOrdered(ordered, termsIn(intent));
}

const orderedOf = async (terms: PaymentTerms) => {
  const { applicationId } = await readProcessorKeys();
  return { ...terms, applicationId };
};

/** An intent whose id is known, with what its buyer needs; undefined: there is none, or not the one that was ordered. */
export async function fetchNewIntent(terms: PaymentTerms, intentId: string): Promise<NewIntent | undefined> {
  const options = { stripeAccount: terms.connectedAccountId };
  const fetched = await inspect((stripe) =>
    stripe.paymentIntents.retrieve(intentId, { expand: WITH_CHARGE }, options),
  ).catch((error: unknown) => {
    if (processorSays(error) !== "missing") throw error;
  });
  const intent = fetched && toNewIntent(fetched);
  return intent && isAsOrdered(await orderedOf(terms), intent.snapshot) ? intent : undefined;
}

export async function fetchIntent(accountId: string, intentId: string): Promise<IntentSnapshot> {
  const options = { stripeAccount: accountId };
  return toSnapshot(
    await inspect((stripe) => stripe.paymentIntents.retrieve(intentId, { expand: WITH_CHARGE }, options)),
  );
}

export async function captureIntent(capture: {
  accountId: string;
  intentId: string;
  amountCents: number;
  applicationFeeCents: number;
  processorKey: string;
}): Promise<IntentSnapshot> {
  const parameters: Stripe.PaymentIntentCaptureParams = {
    amount_to_capture: capture.amountCents,
    ...(capture.applicationFeeCents > 0 && { application_fee_amount: capture.applicationFeeCents }),
    expand: WITH_CHARGE,
  };
  const options = { stripeAccount: capture.accountId, idempotencyKey: capture.processorKey };
  const call = (stripe: Stripe) => stripe.paymentIntents.capture(capture.intentId, parameters, options);
  return toSnapshot(await callProcessor(call, {}, CAPTURE_REFUSALS));
}

export async function cancelIntent(cancel: {
  accountId: string;
  intentId: string;
  reason?: CancelWish["reason"];
  processorKey: string;
}): Promise<IntentSnapshot> {
  const parameters: Stripe.PaymentIntentCancelParams = {
    ...(cancel.reason && { cancellation_reason: cancel.reason }),
    expand: WITH_CHARGE,
  };
  const options = { stripeAccount: cancel.accountId, idempotencyKey: cancel.processorKey };
  const call = (stripe: Stripe) => stripe.paymentIntents.cancel(cancel.intentId, parameters, options);
  return toSnapshot(await callProcessor(call, {}, CANCEL_REFUSALS));
}

function toNewIntent(intent: Stripe.PaymentIntent): NewIntent {
  if (!intent.client_secret) throw new Error("The processor answered an intent without a client secret.");
  return { snapshot: toSnapshot(intent), clientSecret: intent.client_secret };
}
