import Stripe from "stripe";
import { Failure, type FailureCode, type FailureExtras } from "../domain/failure.ts";
import { log } from "../logger.ts";

const RETRY_AFTER_SECONDS = 2;

/** Refusals that mean something more precise to the caller than "rejected". */
const MEANINGS: Record<string, FailureCode> = {
  payment_intent_unexpected_state: "payment_not_capturable",
  capture_charge_authorization_expired: "payment_not_capturable",
  charge_expired_for_capture: "payment_not_capturable",
  amount_too_large: "capture_exceeds_authorization",
  charge_already_refunded: "payment_not_refundable",
};

/**
 * The processor's errors in our words. What matters most is whether it certainly did nothing (a refusal) or may
 * have done it (unavailable): a claim is given up only after the former. Its texts are never passed on.
 */
export function toFailure(error: unknown): Failure | unknown {
  if (!(error instanceof Stripe.errors.StripeError)) return error;
  log("warn", "the processor answered with an error", {
    processorType: error.type,
    processorCode: error.code,
    processorRequestId: error.requestId,
    status: error.statusCode,
  });
  const { errors } = Stripe;
  if (error instanceof errors.StripeCardError) return declined(error);
  if (error instanceof errors.StripeIdempotencyError) {
    const detail = "The processor saw this key before with other parameters.";
    return new Failure("idempotency_conflict", detail, { cause: error, savedByProcessor: true });
  }
  if (error instanceof errors.StripeInvalidRequestError || error instanceof errors.StripePermissionError) {
    return refusal(error);
  }
  return unavailable(error);
}

function declined(error: Stripe.errors.StripeCardError): Failure {
  return new Failure("payment_declined", "The card was declined.", codes(error));
}

function refusal(error: Stripe.errors.StripeError): Failure {
  const meaning = MEANINGS[error.code ?? ""] ?? overRefund(error);
  const about =
    error.param && /^[a-z_[\]]+$/.test(error.param) ? ` because of its parameter ${error.param}` : "";
  return new Failure(
    meaning ?? "processor_rejected",
    `The processor refused the request${about}.`,
    codes(error),
  );
}

/** An over-refund has no code of its own; the refund's amount is the only "amount" that we send without one. */
function overRefund(error: Stripe.errors.StripeError): FailureCode | undefined {
  return error.param === "amount" && !error.code ? "refund_exceeds_charge" : undefined;
}

/** Timeouts, lost replies, 5xx, 429, a key in use, and our own rejected credentials: it may or may not have happened. */
function unavailable(error: Stripe.errors.StripeError): Failure {
  return new Failure("processor_unavailable", "The processor did not give a definite answer; retry later.", {
    cause: error,
    retryAfterSeconds: RETRY_AFTER_SECONDS,
    savedByProcessor: error.headers?.["idempotent-replayed"] === "true",
  });
}

function codes(error: Stripe.errors.StripeError): FailureExtras {
  const safe = (code: string | undefined) => (code && /^[a-z0-9_]{1,100}$/.test(code) ? code : undefined);
  const processorCode = safe(error.code);
  const declineCode = safe(error.decline_code);
  return { cause: error, ...(processorCode && { processorCode }), ...(declineCode && { declineCode }) };
}
