import type Stripe from "stripe";
import { PAYMENT_ID } from "../domain/id-forms.ts";
import { latestCapture } from "../domain/payments/capture-window.ts";
import type { ChargeSnapshot, IntentSnapshot } from "../domain/payments/payment.ts";
import { INTENT_STATUSES, type IntentStatus } from "../domain/payments/status.ts";
import { environmentConfig } from "../runtime/config.ts";

/** The processor's answer is of a later API version: a status or a shape that we do not know. */
export class NotUnderstood extends Error {
  override readonly name = "NotUnderstood";
}

export function toSnapshot(intent: Stripe.PaymentIntent): IntentSnapshot {
  requireIntent(intent);
  const charge = intent.latest_charge;
  return {
    ...termsIn(intent),
    intentId: intent.id,
    status: knownStatus(intent.status),
    capturableCents: intent.amount_capturable,
    receivedCents: intent.amount_received,
    chargeId: typeof charge === "string" ? charge : (charge?.id ?? null),
    // Only an expanded charge carries numbers; its bare id says nothing about refunds.
    charge: charge && typeof charge === "object" ? toChargeSnapshot(charge, intent) : null,
  };
}

export const toPaidSnapshot = (charge: Stripe.Charge, intentId: string): IntentSnapshot => ({
  intentId,
  status: "succeeded",
  captureMethod: "automatic",
  amountCents: charge.amount,
  currency: charge.currency,
  applicationFeeCents: charge.application_fee_amount ?? 0,
  capturableCents: 0,
  receivedCents: charge.amount_captured,
  metadata: charge.metadata,
  applicationId: applicationOf(charge),
  chargeId: charge.id,
  charge: toChargeSnapshot(charge, { application_fee_amount: null }),
});

export const termsIn = (intent: Stripe.PaymentIntent) => ({
  amountCents: intent.amount,
  currency: intent.currency,
  captureMethod: intent.capture_method === "manual" ? ("manual" as const) : ("automatic" as const),
  applicationFeeCents: intent.application_fee_amount ?? 0,
  applicationId: applicationOf(intent),
  metadata: intent.metadata,
});

const applicationOf = ({ application }: Pick<Stripe.PaymentIntent, "application">): string | null =>
  typeof application === "string" ? application : (application?.id ?? null);

function toChargeSnapshot(
  charge: Stripe.Charge,
  intent: Pick<Stripe.PaymentIntent, "application_fee_amount">,
): ChargeSnapshot {
  return {
    chargeId: charge.id,
    amountCents: charge.amount,
    capturedCents: charge.amount_captured,
    refundedCents: charge.amount_refunded,
    captured: charge.captured,
    methodType: charge.payment_method_details?.type,
    methodId: charge.payment_method ?? undefined,
    applicationFeeCents: charge.application_fee_amount ?? intent.application_fee_amount ?? 0,
    captureBefore: charge.captured ? undefined : captureBeforeOf(charge),
  };
}

/** Only cards say it themselves. */
export function captureBeforeOf({ payment_method_details: details, created }: Stripe.Charge): number {
  const seconds = details?.card?.capture_before ?? details?.card_present?.capture_before;
  return seconds ? seconds * 1000 : latestCapture(details?.type, created * 1000);
}

/** Checked because the SDK's types cannot enforce it. */
function requireIntent(intent: Stripe.PaymentIntent): void {
  const { id, amount, amount_capturable, amount_received, currency } = intent;
  const isWhole = [amount, amount_capturable, amount_received].every(Number.isInteger);
  if (typeof id !== "string" || typeof currency !== "string" || !isWhole)
    throw new NotUnderstood("The processor answered an intent of a shape that this service does not know.");
}

/** The SDK's type is open: a status of a later API version must stop us here. */
function knownStatus(status: string): IntentStatus {
  const known = INTENT_STATUSES.find((candidate) => candidate === status);
  if (!known)
    throw new NotUnderstood("The processor answered an intent status that this service does not know.");
  return known;
}

/** By the metadata, which may be forged. `elsewhere`: a payment of another environment at the same processor. */
export function paymentNamedIn({ svcPaymentId = "", svcEnv }: Record<string, string>): NamedPayment {
  if (!svcEnv || !PAYMENT_ID.test(svcPaymentId)) return { kind: "none" };
  return svcEnv === environmentConfig().ENVIRONMENT ? { kind: "ours", svcPaymentId } : { kind: "elsewhere" };
}

type NamedPayment = { kind: "ours"; svcPaymentId: string } | { kind: "elsewhere" } | { kind: "none" };

export function paymentIdIn(metadata: Record<string, string>): string | undefined {
  const named = paymentNamedIn(metadata);
  return named.kind === "ours" ? named.svcPaymentId : undefined;
}
