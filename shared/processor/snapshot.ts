import type Stripe from "stripe";
import {
  type ChargeSnapshot,
  INTENT_STATUSES,
  type IntentSnapshot,
  type IntentStatus,
} from "../domain/payment.ts";

export function toSnapshot(intent: Stripe.PaymentIntent): IntentSnapshot {
  const charge = intent.latest_charge;
  return {
    intentId: intent.id,
    status: knownStatus(intent.status),
    captureMethod: intent.capture_method === "manual" ? "manual" : "automatic",
    amountCents: intent.amount,
    currency: intent.currency,
    applicationFeeCents: intent.application_fee_amount ?? 0,
    receivedCents: intent.amount_received,
    metadata: intent.metadata,
    chargeId: typeof charge === "string" ? charge : (charge?.id ?? null),
    // Only an expanded charge carries numbers; its bare id says nothing about refunds.
    charge: charge && typeof charge === "object" ? toChargeSnapshot(charge, intent) : null,
  };
}

function toChargeSnapshot(charge: Stripe.Charge, intent: Stripe.PaymentIntent): ChargeSnapshot {
  return {
    chargeId: charge.id,
    amountCents: charge.amount,
    capturedCents: charge.amount_captured,
    refundedCents: charge.amount_refunded,
    captured: charge.captured,
    applicationFeeCents: charge.application_fee_amount ?? intent.application_fee_amount ?? 0,
  };
}

/** The SDK's type is open: a status of a later API version must stop us here, not wander into the ledger. */
function knownStatus(status: string): IntentStatus {
  const known = INTENT_STATUSES.find((candidate) => candidate === status);
  if (!known) throw new Error("The processor answered an intent status that this service does not know.");
  return known;
}
