import type { FailureCode } from "./failure.ts";

/** What each failure means and what to do about it: what /problems/{slug} answers and the OpenAPI document says. */
export const FAILURE_ADVICE: Record<FailureCode, { meaning: string; advice: string }> = {
  invalid_request: {
    meaning: "The body, a header or the query is not what this endpoint takes.",
    advice:
      "See errors: each names a field and what is wrong with it. Correct the request; it will not pass as it is.",
  },
  missing_header: {
    meaning: "A new payment needs an Idempotency-Key header.",
    advice: "Derive a key from your order, send it with the request, and send the same one with every retry.",
  },
  no_connected_account: {
    meaning: "The merchant has no connected account at the processor yet.",
    advice: "Create one with POST /v1/onboarding/account and lead the merchant through the processor's form.",
  },
  invalid_signature: {
    meaning: "The webhook's signature does not match its body, or its time is off.",
    advice: "Only the processor calls this address. Check the endpoint's signing secret and the clock.",
  },
  unauthorized: {
    meaning: "The API key is missing, mistyped, expired or revoked; or the console session has ended.",
    advice:
      "Send the merchant's secret key as X-Api-Key or as a Bearer token. If it was rotated, deploy the new one. In the console: make a new link.",
  },
  insufficient_scope: {
    meaning: "The API key is right, but it may not do this: see requiredScope.",
    advice:
      "Nothing was done. Use a key whose preset has this scope; an operator issues one. A key's preset never changes.",
  },
  payment_declined: {
    meaning: "The card was declined.",
    advice: "Nothing was charged. See declineCode; ask the buyer for another card, or to call the bank.",
  },
  not_found: {
    meaning: "There is nothing under this id or path for this merchant.",
    advice:
      "Check the id and the environment. A payment whose creation has not completed is not found either.",
  },
  method_not_allowed: {
    meaning: "The path exists, but not with this method.",
    advice: "Use a method that the Allow header names.",
  },
  idempotency_conflict: {
    meaning: "The Idempotency-Key was used before, with another body.",
    advice: "Use a new key for a new order. To repeat the first request, send its body unchanged.",
  },
  in_progress: {
    meaning: "The first request with this Idempotency-Key is still running.",
    advice: "Wait for Retry-After, then send the same request again: you get the first one's answer.",
  },
  charges_not_enabled: {
    meaning: "The merchant's connected account cannot take charges yet.",
    advice:
      "See GET /v1/onboarding/status for what the processor still wants, and let the merchant complete it.",
  },
  rotation_in_progress: {
    meaning: "The signing secret was rotated too often within its grace.",
    advice:
      "Wait until previousSecretExpiresAt, or rotate with graceSeconds: 0, which ends all earlier secrets.",
  },
  not_redeliverable: {
    meaning: "The event cannot be sent again as it stands.",
    advice:
      "One that was delivered needs force; one that is on its way needs patience; some types are never sent.",
  },
  no_callback_endpoint: {
    meaning: "There is no callback endpoint, or it is disabled.",
    advice: "Set one with PUT /v1/callback-endpoint, or enable it with POST /v1/callback-endpoint/enable.",
  },
  too_many_sessions: {
    meaning: "Twenty console sessions are open already.",
    advice: "End those that are no longer needed, or all of them with POST /v1/console-sessions/end-all.",
  },
  payment_not_capturable: {
    meaning: "The payment is not waiting for a capture, or its authorisation has expired.",
    advice:
      "Retrieve the payment. Only one created with captureMethod manual and authorised since can be captured.",
  },
  payment_not_cancelable: {
    meaning: "The payment is paid or processing, so there is nothing to release.",
    advice: "Refund a paid payment instead; wait for the outcome of one that is processing.",
  },
  payment_not_refundable: {
    meaning: "The payment is in no state to be refunded.",
    advice: "Retrieve the payment. Only money that was captured and not yet returned can be refunded.",
  },
  request_too_large: {
    meaning: "The body is larger than this endpoint takes: 16 KB, unless it says otherwise.",
    advice: "Send less.",
  },
  capture_exceeds_authorization: {
    meaning: "More is to be captured than was authorised.",
    advice: "Capture at most the authorised amount, or leave amountCents out to capture all of it.",
  },
  refund_exceeds_charge: {
    meaning: "More is to be refunded than is left of the charge.",
    advice: "Refund at most what is left, or leave amountCents out to refund all of it.",
  },
  refund_failed: {
    meaning: "The processor took the refund and could not make it: see processorCode.",
    advice:
      "Nothing was given back, and the Idempotency-Key may be used again. Pay the buyer back in another way, or try again later.",
  },
  too_many_lines: {
    meaning: "There are more lines than one file holds.",
    advice: "List them page by page instead, and follow the Link header.",
  },
  processor_rejected: {
    meaning: "The processor refused the request.",
    advice:
      "Nothing was done. See processorCode and detail, correct the request, and use the same key again.",
  },
  internal_error: {
    meaning: "Something is wrong on our side.",
    advice:
      "Quote the traceId to support: the same request would fail again until we have mended it. Under an " +
      "Idempotency-Key it may be sent again then, and is still done once.",
  },
  processor_unavailable: {
    meaning: "The processor did not answer in time, so it is not known yet whether it acted.",
    advice:
      "Wait for Retry-After, then send the same request with the same Idempotency-Key: it is resumed, never doubled. " +
      "Without a key, look first: at the payment's refunds after a refund, otherwise at the payment.",
  },
  outcome_unknown: {
    meaning:
      "A capture, refund or cancellation without an Idempotency-Key may or may not have happened at the processor.",
    advice:
      "Do not repeat it blindly. A refund that was made is in GET /v1/payments/{id}/refunds, with its amount and status; " +
      "one that is not there after 15 minutes was not made. Of a capture or a cancellation the payment tells. Send an " +
      "Idempotency-Key with such requests, and they can be repeated safely.",
  },
  service_unavailable: {
    meaning: "Part of this service is out of reach for the moment; nothing was sent to the processor.",
    advice: "Wait for Retry-After, then send the same request again.",
  },
};
