import type { FailureCode } from "./failure.ts";

/** For /problems/{code} and the OpenAPI document. */
export const FAILURE_ADVICE: Record<FailureCode, { meaning: string; advice: string }> = {
  invalid_request: {
    meaning: "The body, a header or the query is invalid.",
    advice:
      "Each entry of errors names a field and its problem. Correct the request before you send it again.",
  },
  missing_header: {
    meaning: "A new payment needs an Idempotency-Key header.",
    advice: "Derive a key from your order. Send the same key with every retry.",
  },
  no_connected_account: {
    meaning: "The merchant has no connected account at the processor yet.",
    advice: "Create one with POST /v1/onboarding/account, then send the merchant to the processor's form.",
  },
  invalid_signature: {
    meaning: "The webhook's signature does not match its body, or its timestamp is too old or too new.",
    advice: "Only the processor calls this endpoint. Check its signing secret and the clock.",
  },
  unauthorized: {
    meaning: "The API key is missing, mistyped, expired or revoked; or the console session has ended.",
    advice:
      "Send the merchant's secret key as X-Api-Key or as a Bearer token. If the key was rotated, deploy the new one. In the console, open a new link.",
  },
  insufficient_scope: {
    meaning: "The API key is valid but lacks the scope in requiredScope.",
    advice:
      "Nothing was done. Use a key whose preset has this scope. An operator issues one; a key's preset never changes.",
  },
  payment_declined: {
    meaning: "The card was declined.",
    advice:
      "Nothing was charged. See declineCode. Ask the customer to use another card or to call their bank. With processorCode authentication_required, let the customer confirm the payment in a browser, with its clientSecret.",
  },
  not_found: {
    meaning: "This merchant has nothing at this id or path.",
    advice: "Check the id and the environment. A payment cannot be found until its creation has completed.",
  },
  method_not_allowed: {
    meaning: "The path exists but does not support this method.",
    advice: "Use a method from the Allow header.",
  },
  idempotency_conflict: {
    meaning: "The Idempotency-Key was used before, with another body.",
    advice: "Use a new key for a new order. To repeat the first request, send its body unchanged.",
  },
  in_progress: {
    meaning: "The first request with this Idempotency-Key is still running.",
    advice: "Wait for Retry-After, then send the same request again. You get the response to the first one.",
  },
  charges_not_enabled: {
    meaning: "The merchant's connected account cannot take charges yet.",
    advice:
      "GET /v1/onboarding/status lists what the processor still needs. Ask the merchant to complete it.",
  },
  account_replaced: {
    meaning: "The merchant's connected account was replaced after a first attempt with this key.",
    advice: "Create the payment with a new key. The first attempt's payment was given to no customer.",
  },
  rotation_in_progress: {
    meaning: "The signing secret was rotated too often within its grace period.",
    advice: "Wait until previousSecretExpiresAt, or rotate with graceSeconds: 0 to end all earlier secrets.",
  },
  not_redeliverable: {
    meaning: "The event cannot be redelivered now.",
    advice:
      "To resend a delivered event, set force. For a pending event, wait. Some event types are never delivered.",
  },
  no_callback_endpoint: {
    meaning: "There is no callback endpoint, or it is disabled.",
    advice:
      "Create one with POST /v1/callback-endpoints, or enable it with POST /v1/callback-endpoints/{id}/enable.",
  },
  too_many_sessions: {
    meaning: "Twenty console sessions are open already.",
    advice: "End the sessions you no longer need, or all of them with POST /v1/console-sessions/end-all.",
  },
  payment_not_capturable: {
    meaning: "The payment does not require a capture, or its authorization has expired.",
    advice: "Retrieve the payment. Only an authorized payment with captureMethod manual can be captured.",
  },
  payment_not_cancelable: {
    meaning: "The payment is paid or processing, so it cannot be canceled.",
    advice: "Refund a paid payment instead. Wait for the outcome of a processing one.",
  },
  payment_not_refundable: {
    meaning: "The payment's status does not allow a refund.",
    advice: "Retrieve the payment. Only captured money that was not refunded yet can be refunded.",
  },
  payment_not_collectable: {
    meaning: "A card reader, or a charge of a saved method, cannot collect this payment.",
    advice:
      "Retrieve the payment. It must be unpaid and not canceled; for a reader, created with card_present in paymentMethodTypes. Otherwise create a new payment.",
  },
  payment_not_paid: {
    meaning: "There is no receipt for a payment that is not paid.",
    advice: "Retrieve the payment. Send the receipt once its status is succeeded.",
  },
  reader_busy: {
    meaning: "The reader is busy: with another payment, an authorization, an update, or a card left in it.",
    advice:
      "Retrieve the reader to see its action. Wait until it ends, or cancel it with POST /v1/terminal/readers/{id}/cancel. " +
      "An authorization cannot be canceled: it takes a few seconds.",
  },
  reader_offline: {
    meaning: "The reader has been offline for at least two minutes.",
    advice: "Check the reader's power and network. Nothing was sent to it, so the request can be repeated.",
  },
  request_too_large: {
    meaning: "The body is larger than the endpoint's limit: 16 KB, unless documented otherwise.",
    advice: "Send a smaller body.",
  },
  capture_exceeds_authorization: {
    meaning: "The capture is larger than the authorized amount.",
    advice: "Capture at most the authorized amount, or omit amountCents to capture all of it.",
  },
  refund_exceeds_charge: {
    meaning: "The refund is larger than the amount left to refund.",
    advice: "Refund at most the amount left, or omit amountCents to refund all of it.",
  },
  refund_needs_reader: {
    meaning: "The payment was made with an Interac card. Interac returns money only to the card itself.",
    advice:
      "Refund it with POST /v1/terminal/readers/{id}/refund while the customer presents the card, or return the money " +
      "another way. Nothing was done.",
  },
  fee_not_returnable: {
    meaning:
      "The platform's own balance is too low to return its fee, so the processor rejected the whole refund.",
    advice: "Refund with refundApplicationFee: false, or try again later. Nothing was done.",
  },
  refund_failed: {
    meaning: "The processor accepted the refund request, but the refund failed. See processorCode.",
    advice:
      "No money was returned. The Idempotency-Key only repeats this answer. GET /v1/attention lists the failed refund for 30 days, " +
      "or until it is replaced: refund again under a new key with its id in replaces, or return the money another way and resolve it there.",
  },
  replacement_in_progress: {
    meaning:
      "Another refund replaces this failed refund already or is about to, or a person has resolved it.",
    advice:
      "A failed refund is replaced at most once. See GET /v1/payments/{id}/refunds. If the replacement fails, GET " +
      "/v1/attention lists it: replace that one.",
  },
  too_many_refunds: {
    meaning: "The payment has 100 refunds at the processor, so this service makes no more.",
    advice: "Nothing was done. Refund the rest in the processor's dashboard; the payment here follows.",
  },
  too_many_lines: {
    meaning: "The file would have more lines or bytes than the limit.",
    advice:
      "Download GET /v1/reports/movements.csv, which comes in parts, and follow the Link header. Or ask for fewer days. The " +
      "lines of one payout can be listed page by page.",
  },
  processor_rejected: {
    meaning: "The processor rejected the request.",
    advice:
      "Nothing was done. See processorCode and detail, correct the request, and use the same key again.",
  },
  rate_limited: {
    meaning: "The merchant sends too many list or lookup requests.",
    advice:
      "Nothing was done. Wait for Retry-After, then send the same request again. Requests that move money are never limited this way.",
  },
  internal_error: {
    meaning: "An internal error occurred.",
    advice:
      "Give the traceId to support. The same request fails until we have fixed the error. With an Idempotency-Key " +
      "you can send it again afterwards: it still takes effect only once.",
  },
  processor_unavailable: {
    meaning: "The processor did not answer in time, so the outcome is not known yet.",
    advice:
      "Wait for Retry-After, then send the same request with the same Idempotency-Key. It resumes and takes " +
      "effect only once.",
  },
  outcome_unknown: {
    meaning:
      "A capture, refund or cancellation that came without an Idempotency-Key may or may not have been carried out.",
    advice:
      "Repeat it only with the Idempotency-Key of this response's header: then it takes effect at most once. If you did " +
      "not see a response at all, check first: the payment's refunds after a refund, otherwise the payment.",
  },
  service_unavailable: {
    meaning: "Part of this service is unreachable. Nothing was sent to the processor.",
    advice: "Wait for Retry-After, then send the same request again.",
  },
};
