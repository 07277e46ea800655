import type Stripe from "stripe";

export type ErrorDetails = Pick<
  Stripe.StripeRawError,
  "type" | "code" | "param" | "decline_code" | "charge" | "payment_intent" | "payment_method"
>;

const LOGS = "https://dashboard.stripe.com/test/logs";
const ERROR_CODES = "https://docs.stripe.com/error-codes";

/** The HTTP layer is the only one that renders it. */
export class ApiError extends Error {
  readonly status: number;
  readonly details: ErrorDetails;

  constructor(status: number, message: string, details: ErrorDetails = {}) {
    super(message);
    this.status = status;
    this.details = details;
  }

  body(requestId?: string): { error: Stripe.StripeRawError } {
    const { type = "invalid_request_error", ...rest } = this.details;
    const error: Stripe.StripeRawError = { ...rest, message: this.message, type };
    if (rest.code !== undefined) error.doc_url = `${ERROR_CODES}#${rest.code.replaceAll("_", "-")}`;
    if (requestId !== undefined) error.request_log_url = `${LOGS}/${requestId}`;
    return { error };
  }
}

/** v2 names a type only of some errors, and always a code. */
export function v2Body({ status, message, details }: ApiError): { error: object } {
  if (status === 429) return { error: { type: "rate_limit", code: "rate_limit_exceeded", message } };
  const { type, code } = details;
  if (type !== undefined) return { error: { type, ...(code === undefined ? {} : { code }), message } };
  return { error: { code: V2_CODES[status] ?? "invalid_fields", message } };
}

const V2_CODES: Record<number, string> = { 401: "unauthenticated", 403: "forbidden", 404: "not_found" };

/** A declined payment is an error to the caller, yet the attempt happened: its writes are kept. */
export class DeclinedError extends ApiError {}

export function invalid(message: string, details: ErrorDetails = {}): ApiError {
  return new ApiError(400, message, details);
}

export function missingParam(param: string): ApiError {
  return invalid(`Missing required param: ${param}.`, { code: "parameter_missing", param });
}

/** The object named in the path is not there, or belongs to another account: both look alike. */
export function noSuchObject(kind: string, id: string): ApiError {
  const param = kind === "payment_intent" ? "intent" : "id";
  return new ApiError(404, noSuch(kind, id), { code: "resource_missing", param });
}

export function noAccess(account: string): ApiError {
  return new ApiError(
    403,
    `The provided key does not have access to account '${account}' (or that account does not exist). Application access may have been revoked.`,
    { code: "account_invalid" },
  );
}

export function noSuchReference(kind: string, id: string, param: string): ApiError {
  return invalid(noSuch(kind, id), { code: "resource_missing", param });
}

function noSuch(kind: string, id: string): string {
  return `No such ${kind}: '${id}'`;
}

/**
 * A 500 was saved under its key, so repeating it is useless; of the two kinds of 429 only a lock passes by itself.
 */
export function retryAdvice(status: number, code?: string): Record<string, string> {
  if (status === 409 || (status === 429 && code === "lock_timeout")) return { "Stripe-Should-Retry": "true" };
  return status === 429 || status >= 500 ? { "Stripe-Should-Retry": "false" } : {};
}
