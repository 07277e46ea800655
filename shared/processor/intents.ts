import type Stripe from "stripe";
import { Failure, type FailureCode, processorSays } from "../domain/failure.ts";
import { isCollected } from "../domain/payments/charge.ts";
import { isCustomerId, type PaymentTerms } from "../domain/payments/create.ts";
import type { CancelBody } from "../domain/payments/operation.ts";
import { type IntentSnapshot, isAsOrdered } from "../domain/payments/payment.ts";
import { compareText } from "../domain/values.ts";
import { environmentConfig } from "../runtime/config.ts";
import { readProcessorKeys } from "../runtime/secrets.ts";
import { callProcessor, readFromProcessor } from "./client.ts";
import { declined, type RejectionMeanings } from "./errors.ts";
import { toSnapshot } from "./snapshot.ts";

/** Refunds and captured amounts are only on the charge. */
const WITH_CHARGE = ["latest_charge"];

const CAPTURE_REJECTIONS: RejectionMeanings = new Map([
  ["amount_too_large", "capture_exceeds_authorization"],
  ["amount_to_capture", "capture_exceeds_authorization"],
]);

const CANCEL_REJECTIONS: RejectionMeanings = new Map([
  ["payment_intent_unexpected_state", "payment_not_cancelable"],
]);

const INTENT_FIELDS = {
  amount: "amountCents",
  currency: "currency",
  capture_method: "captureMethod",
  allowed_payment_method_types: "paymentMethodTypes",
  customer: "customerRef",
  setup_future_usage: "savePaymentMethod",
  receipt_email: "receiptEmail",
  description: "description",
  statement_descriptor_suffix: "statementDescriptorSuffix",
  metadata: "metadata",
  "metadata[customerRef]": "customerRef",
  "metadata[orderRef]": "orderRef",
  "metadata[branch]": "branch",
};

export type NewIntent = { snapshot: IntentSnapshot; clientSecret: string };

type IntentIdentity = { svcPaymentId: string; keyNumber: number };

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
  { svcPaymentId, keyNumber }: IntentIdentity,
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
    // The processor rejects a fee of 0.
    ...(terms.applicationFeeCents > 0 && { application_fee_amount: terms.applicationFeeCents }),
    ...(terms.description && { description: terms.description }),
    // Only a customer of this very account is accepted; any other reference is metadata.
    ...(isCustomerId(customerRef) && { customer: customerRef }),
    ...(terms.receiptEmail && { receipt_email: terms.receiptEmail }),
    ...(terms.savePaymentMethod && { setup_future_usage: terms.savePaymentMethod }),
    ...(terms.statementDescriptorSuffix && { statement_descriptor_suffix: terms.statementDescriptorSuffix }),
    metadata: {
      // Ours come last, so that nothing replaces them.
      ...inOrder(terms.metadata),
      svcPaymentId,
      svcEnv: environmentConfig().ENVIRONMENT,
      // For a rebuild: the intent's own amount may change later, and a stuck key may have left an intent behind.
      svcAmountCents: String(terms.amountCents),
      svcKeyNumber: String(keyNumber),
      ...(orderRef && { orderRef }),
      ...(branch && { branch }),
      ...(customerRef && { customerRef }),
    },
    expand: WITH_CHARGE,
  };
}

/** By name: the table gives the names back in no particular order, and a resume must send the same bytes. */
const inOrder = (metadata: Record<string, string> = {}): Record<string, string> =>
  Object.fromEntries(Object.entries(metadata).sort(([one], [other]) => compareText(one, other)));

export const orderedOf = async (terms: PaymentTerms) => {
  const { applicationId } = await readProcessorKeys();
  return { ...terms, applicationId };
};

/** undefined: there is none, or not the one that was ordered. */
export async function fetchNewIntent(terms: PaymentTerms, intentId: string): Promise<NewIntent | undefined> {
  const intent = await fetchWithSecret(terms.connectedAccountId, intentId).catch((error: unknown) => {
    if (processorSays(error) !== "missing") throw error;
  });
  return intent && isAsOrdered(await orderedOf(terms), intent.snapshot) ? intent : undefined;
}

const fetchWithSecret = async (accountId: string, intentId: string): Promise<NewIntent> =>
  toNewIntent(await retrieveIntent(accountId, intentId));

export const fetchIntent = async (accountId: string, intentId: string): Promise<IntentSnapshot> =>
  toSnapshot(await retrieveIntent(accountId, intentId));

const retrieveIntent = (accountId: string, intentId: string): Promise<Stripe.PaymentIntent> =>
  readFromProcessor((stripe) =>
    stripe.paymentIntents.retrieve(intentId, { expand: WITH_CHARGE }, { stripeAccount: accountId }),
  );

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
  return toSnapshot(await callProcessor(call, {}, CAPTURE_REJECTIONS));
}

export async function cancelIntent(cancel: {
  accountId: string;
  intentId: string;
  reason?: CancelBody["reason"];
  processorKey: string;
}): Promise<IntentSnapshot> {
  const parameters: Stripe.PaymentIntentCancelParams = {
    ...(cancel.reason && { cancellation_reason: cancel.reason }),
    expand: WITH_CHARGE,
  };
  const options = { stripeAccount: cancel.accountId, idempotencyKey: cancel.processorKey };
  const call = (stripe: Stripe) => stripe.paymentIntents.cancel(cancel.intentId, parameters, options);
  return toSnapshot(await callProcessor(call, {}, CANCEL_REJECTIONS));
}

export function toNewIntent(intent: Stripe.PaymentIntent): NewIntent {
  if (!intent.client_secret) throw new Error("The processor answered an intent without a client secret.");
  return { snapshot: toSnapshot(intent), clientSecret: intent.client_secret };
}

type Intent = { accountId: string; intentId: string };

const FIELDS = { payment_method: "paymentMethodId" };

const MEANINGS: RejectionMeanings = new Map<string, FailureCode>([
  ["payment_intent_unexpected_state", "payment_not_collectable"],
]);

/** Always off-session: where the bank wants the customer to authenticate, the charge is declined. */
export async function confirmIntent(
  charge: Intent & { paymentMethodId: string; returnUrl: string; processorKey: string },
): Promise<IntentSnapshot> {
  const parameters: Stripe.PaymentIntentConfirmParams = {
    payment_method: charge.paymentMethodId,
    off_session: true,
    // Methods that the processor chooses may redirect, so it wants to know where to.
    return_url: charge.returnUrl,
    expand: WITH_CHARGE,
  };
  const options = { stripeAccount: charge.accountId, idempotencyKey: charge.processorKey };
  const call = (stripe: Stripe) => stripe.paymentIntents.confirm(charge.intentId, parameters, options);
  return toConfirmed(await callProcessor(call, FIELDS, MEANINGS));
}

/** A debit may have failed since, a method may want its customer, and too many confirmations cancel an intent. */
function toConfirmed(intent: Stripe.PaymentIntent): IntentSnapshot {
  const snapshot = toSnapshot(intent);
  if (isCollected(snapshot.status)) return snapshot;
  if (snapshot.status === "canceled")
    throw new Failure("payment_not_collectable", "The payment is canceled.", { processorSays: "rejected" });
  throw declined(
    snapshot.status === "requires_action"
      ? { code: "authentication_required" }
      : (intent.last_payment_error ?? {}),
  );
}
