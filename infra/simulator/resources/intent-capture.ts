import type Stripe from "stripe";
import { invalid } from "../http/api-error.ts";
import { mergeMetadata, metadata } from "../http/metadata.ts";
import { integer, type Read, type ShapeOf, text } from "../http/params.ts";
import { idOf } from "../world/ids.ts";
import type { Scope } from "../world/scope.ts";
import { findOwn } from "./find.ts";
import { finishPayment } from "./intent-attempts.ts";
import { checkApplicationFee, unexpectedState } from "./intent-checks.ts";
import { rulesOf } from "./other-methods.ts";

export const CAPTURE_PARAMS = {
  amount_to_capture: integer,
  application_fee_amount: integer,
  metadata,
  statement_descriptor: text,
  statement_descriptor_suffix: text,
} satisfies ShapeOf<Stripe.PaymentIntentCaptureParams>;

type CaptureParams = Read<typeof CAPTURE_PARAMS>;

export function captureIntent(
  scope: Scope,
  intent: Stripe.PaymentIntent,
  params: CaptureParams,
): Stripe.PaymentIntent {
  if (intent.status !== "requires_capture" || intent.latest_charge === null)
    throw unexpectedState(intent, "captured");
  const captured = params.amount_to_capture ?? intent.amount_capturable;
  checkCapture(scope, intent, { captured, fee: params.application_fee_amount });

  const charge = findOwn(scope, "charge", idOf(intent.latest_charge));
  const type = charge.payment_method_details?.type ?? "";
  if (captured < intent.amount_capturable && rulesOf(type)?.wholeCaptureOnly)
    throw invalid(`A payment with ${type} cannot be captured in part.`);
  charge.captured = true;
  charge.amount_captured = captured;
  // Fact 6: what is left uncaptured is released, which is no refund; amount_refunded and refunded stay.
  charge.application_fee_amount = collectedFee(intent, { captured, fee: params.application_fee_amount });

  intent.application_fee_amount = charge.application_fee_amount;
  intent.metadata = mergeMetadata(intent.metadata, params.metadata);
  intent.statement_descriptor = params.statement_descriptor ?? intent.statement_descriptor;
  intent.statement_descriptor_suffix =
    params.statement_descriptor_suffix ?? intent.statement_descriptor_suffix;
  finishPayment(scope, intent, { charge, announce: "charge.captured" });
  return intent;
}

type Capture = { captured: number; fee: number | undefined };

function checkCapture(scope: Scope, intent: Stripe.PaymentIntent, { captured, fee }: Capture): void {
  const param = "amount_to_capture";
  if (captured < 1) {
    throw invalid("This value must be greater than or equal to 1.", {
      code: "parameter_invalid_integer",
      param,
    });
  }
  if (captured > intent.amount_capturable) {
    throw invalid("The amount to capture must not be above the capturable amount of this PaymentIntent.", {
      // Fact 15: the code alone, without the parameter.
      code: "amount_too_large",
      payment_intent: intent,
    });
  }
  // Above the captured amount a fee is not rejected but cut, so only its lower end is checked here.
  checkApplicationFee(scope, fee, { least: 1, amount: Number.POSITIVE_INFINITY });
}

/** Fact 3: the fee sent with the capture replaces the intent's; neither is scaled, both are cut at what was captured. */
function collectedFee(intent: Stripe.PaymentIntent, { captured, fee }: Capture): number | null {
  const wanted = fee ?? intent.application_fee_amount;
  return wanted === null ? null : Math.min(wanted, captured);
}
