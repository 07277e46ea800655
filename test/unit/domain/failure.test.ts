import { describe, expect, it } from "vitest";
import {
  FAILURES,
  Failure,
  type FailureCode,
  isFailure,
  isRejection,
} from "../../../shared/domain/failure.ts";
import { FAILURE_ADVICE } from "../../../shared/domain/failure-advice.ts";

/** The published table: integrators program against these. */
const PUBLISHED: [FailureCode, number, string][] = [
  ["invalid_request", 400, "Invalid request"],
  ["missing_header", 400, "Missing header"],
  ["no_connected_account", 400, "No connected account"],
  ["invalid_signature", 400, "Invalid signature"],
  ["unauthorized", 401, "Unauthorized"],
  ["insufficient_scope", 403, "Insufficient scope"],
  ["payment_declined", 402, "Payment declined"],
  ["not_found", 404, "Not found"],
  ["method_not_allowed", 405, "Method not allowed"],
  ["idempotency_conflict", 409, "Idempotency conflict"],
  ["in_progress", 409, "In progress"],
  ["charges_not_enabled", 409, "Charges not enabled"],
  ["account_replaced", 409, "Account replaced"],
  ["payment_not_cancelable", 409, "Payment not cancelable"],
  ["outcome_unknown", 503, "Outcome unknown"],
  ["payment_not_capturable", 409, "Payment not capturable"],
  ["payment_not_refundable", 409, "Payment not refundable"],
  ["payment_not_collectable", 409, "Payment not collectable"],
  ["payment_not_paid", 409, "Payment not paid"],
  ["replacement_in_progress", 409, "Replacement in progress"],
  ["too_many_refunds", 422, "Too many refunds"],
  ["reader_busy", 409, "Reader busy"],
  ["reader_offline", 409, "Reader offline"],
  ["request_too_large", 413, "Request too large"],
  ["capture_exceeds_authorization", 422, "Capture exceeds authorization"],
  ["refund_exceeds_charge", 422, "Refund exceeds charge"],
  ["refund_needs_reader", 422, "Refund needs the reader"],
  ["fee_not_returnable", 422, "Platform fee not returnable"],
  ["too_many_lines", 422, "Too many lines"],
  ["rate_limited", 429, "Rate limited"],
  ["refund_failed", 422, "Refund failed"],
  ["processor_rejected", 422, "Processor rejected request"],
  ["internal_error", 500, "Internal error"],
  ["processor_unavailable", 503, "Processor unavailable"],
  ["rotation_in_progress", 409, "Rotation in progress"],
  ["not_redeliverable", 409, "Event not redeliverable"],
  ["no_callback_endpoint", 409, "No callback endpoint"],
  ["service_unavailable", 503, "Service unavailable"],
  ["too_many_sessions", 409, "Too many sessions"],
];

it.each(PUBLISHED)("%s is a %i with the title %j", (code, status, title) => {
  expect(FAILURES[code]).toMatchObject({ status, title });
});

it("knows no code that is not published", () => {
  expect(Object.keys(FAILURES).sort()).toEqual(PUBLISHED.map(([code]) => code).sort());
});

it("calls retryable only what a later, identical request may cure", () => {
  const retryable = PUBLISHED.map(([code]) => code).filter((code) => FAILURES[code].retryable);
  expect(retryable).toEqual(["in_progress", "rate_limited", "processor_unavailable", "service_unavailable"]);
});

/** The part of each advice that a client cannot do without. */
const TO_DO: Record<FailureCode, RegExp> = {
  invalid_request: /errors names a field .+ Correct the request/,
  missing_header: /^Derive a key from your order\. Send the same key with every retry\.$/,
  no_connected_account: /POST \/v1\/onboarding\/account/,
  invalid_signature: /Check its signing secret and the clock\.$/,
  unauthorized: /X-Api-Key .+ In the console, open a new link\.$/,
  insufficient_scope: /^Nothing was done\. Use a key whose preset has this scope/,
  payment_declined: /^Nothing was charged\. See declineCode\. Ask the customer to use another card/,
  not_found: /^Check the id and the environment\./,
  method_not_allowed: /the Allow header/,
  idempotency_conflict: /^Use a new key for a new order\. .+ send its body unchanged\.$/,
  in_progress: /^Wait for Retry-After, then send the same request again/,
  account_replaced: /^Create the payment with a new key\./,
  charges_not_enabled: /GET \/v1\/onboarding\/status/,
  rotation_in_progress: /^Wait until previousSecretExpiresAt, or rotate with graceSeconds: 0/,
  not_redeliverable: /delivered event, set force\. For a pending event, wait\./,
  no_callback_endpoint: /POST \/v1\/callback-endpoints, .+ POST \/v1\/callback-endpoints\/\{id\}\/enable/,
  too_many_sessions: /POST \/v1\/console-sessions\/end-all/,
  payment_not_capturable: /^Retrieve the payment\. Only an authorized payment with captureMethod manual/,
  payment_not_cancelable: /^Refund a paid payment instead\. Wait for the outcome/,
  payment_not_refundable: /^Retrieve the payment\. Only captured money that was not refunded yet/,
  rate_limited: /^Nothing was done\. Wait for Retry-After, then send the same request again/,
  payment_not_collectable:
    /^Retrieve the payment\. It must be unpaid .+ created with card_present .+ create a new payment\.$/,
  payment_not_paid: /^Retrieve the payment\. Send the receipt once its status is succeeded\.$/,
  reader_busy: /^Retrieve the reader .+ cancel it with POST \/v1\/terminal\/readers\/\{id\}\/cancel/,
  reader_offline: /^Check the reader's power and network\. Nothing was sent/,
  request_too_large: /^Send a smaller body\.$/,
  capture_exceeds_authorization: /^Capture at most the authorized amount, or omit amountCents/,
  refund_exceeds_charge: /^Refund at most the amount left, or omit amountCents/,
  refund_needs_reader: /^Refund it with POST \/v1\/terminal\/readers\//,
  fee_not_returnable: /^Refund with refundApplicationFee: false/,
  refund_failed: /^No money was returned\. .+ refund again under a new key with its id in replaces/,
  replacement_in_progress: /^A failed refund is replaced at most once\. .+ replace that one\.$/,
  too_many_refunds: /^Nothing was done\. .+ the processor's dashboard/,
  too_many_lines: /movements.csv, which comes in parts, .+ the Link header/,
  processor_rejected: /^Nothing was done\. See processorCode and detail, .+ use the same key again\.$/,
  internal_error: /^Give the traceId to support\. .+ With an Idempotency-Key .+ takes effect only once\.$/,
  processor_unavailable: /with the same Idempotency-Key\. .+ takes effect only once\.$/,
  outcome_unknown:
    /^Repeat it only with the Idempotency-Key of this response's header.+ see a response at all, check first/,
  service_unavailable: /^Wait for Retry-After, then send the same request again\.$/,
};

it("an invalid signature names the body and the timestamp as its cause", () => {
  expect(FAILURE_ADVICE.invalid_signature.meaning).toMatch(
    /signature does not match its body, or its timestamp is too old or too new/,
  );
});

it.each(PUBLISHED)("%s says what to do about it", (code) => {
  expect(FAILURE_ADVICE[code].advice).toMatch(TO_DO[code]);
});

it("something may have been done after these failures, and after any other one a claim ends", () => {
  const codes = PUBLISHED.map(([code]) => code);
  expect(codes.filter((code) => !isRejection(new Failure(code, "Failed."))).sort()).toEqual([
    ...["in_progress", "internal_error", "outcome_unknown", "processor_unavailable"],
    ...["rate_limited", "service_unavailable"],
  ]);
  expect(isRejection(new Error("The connection was reset."))).toBe(false);
});

describe("a failure", () => {
  const cause = new Error("what really happened");
  const failure = new Failure("not_found", "There is no such payment.", { cause });

  it("keeps what caused it", () => {
    expect(failure.cause).toBe(cause);
  });

  it.each([
    { codes: [] as FailureCode[], is: true },
    { codes: ["not_found"] as FailureCode[], is: true },
    { codes: ["in_progress", "not_found"] as FailureCode[], is: true },
    { codes: ["in_progress"] as FailureCode[], is: false },
  ])("answers $is when asked whether it is one of $codes", ({ codes, is }) => {
    expect(isFailure(failure, ...codes)).toBe(is);
  });

  it("is not mistaken for any other error", () => {
    expect(isFailure(Object.assign(new Error(), { code: "not_found" }))).toBe(false);
  });
});
