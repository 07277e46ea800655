import Stripe from "stripe";
import { Failure, type FailureCode, type FailureExtras, type ProcessorSays } from "../domain/failure.ts";
import { count, countProcessorFailure, log, type ProcessorFailureKind } from "../runtime/logger.ts";

const RETRY_AFTER_SECONDS = 2;

/** Thrown instead of sending; `mayHaveBeenSent` when an earlier send of the same call did leave. */
export class NoTimeLeft extends Error {
  readonly mayHaveBeenSent: boolean;

  constructor(mayHaveBeenSent: boolean) {
    super("The invocation has too little time left for a call to the processor.");
    this.name = "NoTimeLeft";
    this.mayHaveBeenSent = mayHaveBeenSent;
  }
}

/** In the place of an error's code: something in between has answered, and not the processor. */
export const NO_ERROR_NAMED = "no_error_named";

/** Marks an error of the processor's v2 API: the SDK's error does not say which API it comes from. */
export const OF_V2 = "svc_of_v2";

const isOfV2 = (error: Stripe.errors.StripeError): boolean =>
  (error.raw as { [OF_V2]?: unknown } | undefined)?.[OF_V2] === true;

/** The caller's name for a parameter of the processor's: `{ display_name: "displayName" }`. */
export type FieldNames = Readonly<Record<string, string>>;

const MEANINGS = new Map<string, FailureCode>([
  ["payment_intent_unexpected_state", "payment_not_capturable"],
  ["capture_charge_authorization_expired", "payment_not_capturable"],
  ["charge_expired_for_capture", "payment_not_capturable"],
  ["charge_already_captured", "payment_not_capturable"],
  ["capture_unauthorized_payment", "payment_not_capturable"],
  ["charge_already_refunded", "payment_not_refundable"],
  ["charge_disputed", "payment_not_refundable"],
  ["refund_disputed_payment", "payment_not_refundable"],
  ["charge_not_refundable", "payment_not_refundable"],
]);

/**
 * What a rejection means by its code or by the parameter that it names. `card_error` stands for any code of the card's
 * bank.
 */
export type RejectionMeanings = ReadonlyMap<string, FailureCode>;

/**
 * The processor's errors in our words. The main question is whether it certainly did nothing (a rejection) or may have
 * done it (unavailable). Its texts are never passed on.
 */
export function toFailure(
  error: unknown,
  fields: FieldNames = {},
  meanings: RejectionMeanings = new Map(),
): Failure | unknown {
  if (!(error instanceof Stripe.errors.StripeError)) return error;
  log("warn", "the processor answered with an error", {
    processorType: error.type,
    processorCode: error.code,
    processorRequestId: error.requestId,
    status: error.statusCode,
  });
  const { errors } = Stripe;
  const kind = kindOfFailure(error);
  if (kind) countProcessorFailure(kind);
  if (error.detail instanceof NoTimeLeft && !error.detail.mayHaveBeenSent) return notSent(error);
  if (error.code === NO_ERROR_NAMED) return noDefiniteAnswer(error, { processorSays: saidInPassing(error) });
  if (error instanceof errors.StripeCardError) return cardRejection(error, meanings);
  // Of v1 a key in use has another class. Here it would be taken for a reused key, and a new key would be used.
  if (error instanceof errors.StripeIdempotencyError && error.statusCode !== 409) {
    const detail = "The processor has seen this key before with other parameters. Use a new key.";
    return new Failure("idempotency_conflict", detail, { cause: error, processorSays: "key_reused" });
  }
  if (error.statusCode === 403)
    return error.code === "account_invalid" ? accountLost(error) : rightMissing(error);
  if (isAboutAnother(error)) return noDefiniteAnswer(error, { ...codes(error), processorSays: "nothing" });
  if (isOfV2(error) ? isRejectedByV2(error) : error instanceof errors.StripeInvalidRequestError) {
    return wrongField(error, fields) ?? rejection(error, meanings);
  }
  return unavailable(error);
}

/** What an operator must tell apart at night; undefined: the processor has answered as it should. */
function kindOfFailure(error: Stripe.errors.StripeError): ProcessorFailureKind | undefined {
  const { statusCode = 0, code, detail } = error;
  if (isRateLimit(error)) return "rate_limited";
  if (statusCode === 401 || (statusCode === 403 && code !== "account_invalid")) return "no_right";
  if (detail instanceof NoTimeLeft || (detail as { code?: unknown } | undefined)?.code === "ETIMEDOUT")
    return "timed_out";
  return statusCode >= 500 || error instanceof Stripe.errors.StripeConnectionError ? "down" : undefined;
}

/**
 * Two captures at once under two keys: the processor says that another request is working on the intent. It has no code of
 * its own, and its status is not known. Only for now: the same request may succeed a moment later.
 */
const isAboutAnother = ({ message }: Stripe.errors.StripeError): boolean =>
  /in-progress request using this PaymentIntent/i.test(message);

/** After these v2 may have done it, or another request has. */
const INDEFINITE = [401, 408, 409, 425, 429];

/** v2 has an error class for each reason, and says with any other 4xx that it did nothing. */
function isRejectedByV2(error: Stripe.errors.StripeError): boolean {
  const { statusCode = 0 } = error;
  const isClientError = statusCode >= 400 && statusCode < 500 && !INDEFINITE.includes(statusCode);
  return isClientError && !isRateLimit(error);
}

/** A rejection of this attempt, which says nothing about an earlier one under the same key. */
function accountLost(error: Stripe.errors.StripeError): Failure {
  const detail = "The processor denies access to the connected account.";
  return new Failure("processor_rejected", detail, { ...codes(error), processorSays: "account_lost" });
}

/**
 * Our own API key lacks a right (fact 15 of infra/simulator/README.md: any 403 but account_invalid). Nothing was
 * done. Everything is tried again once an operator has restored the right.
 */
function rightMissing(error: Stripe.errors.StripeError): Failure {
  const right = nameOfMissingRight(error) ?? "not named";
  log("error", "our API key lacks a right at the processor", {
    code: right,
    processorRequestId: error.requestId,
  });
  count("MissingRights");
  return noDefiniteAnswer(error, { ...codes(error), processorSays: "no_right" });
}

/** Only the name: the whole text quotes a part of the key. */
export function nameOfMissingRight(error: unknown): string | undefined {
  const message = error instanceof Stripe.errors.StripeError ? error.message : "";
  return /'(?:rak_)?([a-z0-9_]{3,60}_(?:read|write))'\)? permission/.exec(message)?.[1];
}

function cardRejection(error: Stripe.errors.StripeCardError, meanings: RejectionMeanings): Failure {
  const meaning = meanings.get("card_error");
  if (meaning) return new Failure(meaning, "The processor rejected the request.", rejectedWith(error));
  return new Failure("payment_declined", "The card was declined.", rejectedWith(error));
}

/** An attempt whose failure stands on the intent. */
export const declined = ({ code, decline_code }: Declined): Failure =>
  new Failure("payment_declined", "The payment method was declined.", {
    ...codesIn(code, decline_code),
    processorSays: "rejected",
  });

type Declined = { code?: string | undefined; decline_code?: string | undefined };

function wrongField(error: Stripe.errors.StripeError, fields: FieldNames): Failure | undefined {
  // `types[1]` is the second element of the caller's list.
  const { parameter = "", index } =
    /^(?<parameter>.*?)(\[(?<index>\d+)\])?$/.exec(error.param ?? "")?.groups ?? {};
  const field = Object.hasOwn(fields, parameter) ? fields[parameter] : undefined;
  if (!field) return undefined;
  const [pointer, name] =
    index === undefined ? [`/${field}`, field] : [`/${field}/${index}`, `${field}[${index}]`];
  const detail =
    error.code === "resource_missing"
      ? `${name} does not exist at the processor.`
      : `The processor rejected the value of ${name}.`;
  const errors = [{ pointer, detail }];
  return new Failure("invalid_request", "The processor rejected a field of the request.", {
    ...rejectedWith(error),
    errors,
  });
}

function rejection(error: Stripe.errors.StripeError, meanings: RejectionMeanings): Failure {
  const { code = "", param = "" } = error;
  const meaning = meanings.get(code) ?? MEANINGS.get(code) ?? meanings.get(param);
  const about =
    error.param && /^[a-z_[\]]+$/.test(error.param) ? ` because of the parameter ${error.param}` : "";
  return new Failure(
    meaning ?? "processor_rejected",
    `The processor rejected the request${about}.`,
    rejectedWith(error),
  );
}

const rejectedWith = (error: Stripe.errors.StripeError): FailureExtras => ({
  ...codes(error),
  processorSays: error.code === "resource_missing" ? "missing" : "rejected",
});

/**
 * It may or may not have happened. v1 saves its 5xx answers under the key, and repeats them to every later request. v2
 * carries a failed request out again under the same key (API v2 overview, "Idempotency").
 */
const unavailable = (error: Stripe.errors.StripeError): Failure =>
  noDefiniteAnswer(error, { ...codes(error), processorSays: saidInPassing(error) });

function saidInPassing(error: Stripe.errors.StripeError): ProcessorSays {
  const { statusCode = 0, code, rawType } = error;
  // An answer that names no error comes from something in between: the processor itself has saved nothing.
  if (statusCode >= 500) return code === NO_ERROR_NAMED || isOfV2(error) ? "nothing" : "saved_error";
  if (isRateLimit(error)) return "slow_down";
  const isAboutKey = code === "idempotency_key_in_use" || rawType === "idempotency_error";
  return statusCode === 409 && isAboutKey ? "key_in_use" : "nothing";
}

/** It may also come as a 400. v2 has a class of its own for it. */
const isRateLimit = (error: Stripe.errors.StripeError): boolean =>
  error instanceof Stripe.errors.StripeRateLimitError || error instanceof Stripe.errors.RateLimitError;

const notSent = (cause: unknown): Failure =>
  new Failure(
    "service_unavailable",
    "Too little time was left to call the processor. Send the request again, with the same Idempotency-Key if it has one.",
    { cause, retryAfterSeconds: 1, processorSays: "not_asked" },
  );

export const noDefiniteAnswer = (cause: unknown, extras: FailureExtras = {}): Failure =>
  new Failure("processor_unavailable", "The processor gave no definite answer. Retry after Retry-After.", {
    cause,
    retryAfterSeconds: RETRY_AFTER_SECONDS,
    ...extras,
  });

function codes(error: Stripe.errors.StripeError): FailureExtras {
  // Some errors of v2 have a type of their own and no code.
  const code = error.code ?? (isOfV2(error) ? error.rawType : undefined);
  return { cause: error, ...codesIn(code, error.decline_code) };
}

function codesIn(code: string | undefined, ofDecline: string | undefined): FailureExtras {
  const safe = (text: string | undefined) => (text && /^[a-z0-9_]{1,100}$/.test(text) ? text : undefined);
  const processorCode = safe(code);
  const declineCode = safe(ofDecline);
  return { ...(processorCode && { processorCode }), ...(declineCode && { declineCode }) };
}
