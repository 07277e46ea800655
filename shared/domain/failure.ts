import type { Scope } from "./scope.ts";

/**
 * The closed list of failures that callers see. A new one is a new row here; the renderer, the OpenAPI document and
 * the tests read it.
 */
export const FAILURES = {
  invalid_request: { status: 400, title: "Invalid request", retryable: false },
  missing_header: { status: 400, title: "Missing header", retryable: false },
  no_connected_account: { status: 400, title: "No connected account", retryable: false },
  invalid_signature: { status: 400, title: "Invalid signature", retryable: false },
  unauthorized: { status: 401, title: "Unauthorized", retryable: false },
  payment_declined: { status: 402, title: "Payment declined", retryable: false },
  insufficient_scope: { status: 403, title: "Insufficient scope", retryable: false },
  not_found: { status: 404, title: "Not found", retryable: false },
  method_not_allowed: { status: 405, title: "Method not allowed", retryable: false },
  idempotency_conflict: { status: 409, title: "Idempotency conflict", retryable: false },
  in_progress: { status: 409, title: "In progress", retryable: true },
  charges_not_enabled: { status: 409, title: "Charges not enabled", retryable: false },
  account_replaced: { status: 409, title: "Account replaced", retryable: false },
  rotation_in_progress: { status: 409, title: "Rotation in progress", retryable: false },
  not_redeliverable: { status: 409, title: "Event not redeliverable", retryable: false },
  no_callback_endpoint: { status: 409, title: "No callback endpoint", retryable: false },
  too_many_sessions: { status: 409, title: "Too many sessions", retryable: false },
  payment_not_capturable: { status: 409, title: "Payment not capturable", retryable: false },
  payment_not_cancelable: { status: 409, title: "Payment not cancelable", retryable: false },
  payment_not_refundable: { status: 409, title: "Payment not refundable", retryable: false },
  replacement_in_progress: { status: 409, title: "Replacement in progress", retryable: false },
  payment_not_collectable: { status: 409, title: "Payment not collectable", retryable: false },
  payment_not_paid: { status: 409, title: "Payment not paid", retryable: false },
  reader_busy: { status: 409, title: "Reader busy", retryable: false },
  reader_offline: { status: 409, title: "Reader offline", retryable: false },
  request_too_large: { status: 413, title: "Request too large", retryable: false },
  capture_exceeds_authorization: { status: 422, title: "Capture exceeds authorization", retryable: false },
  refund_exceeds_charge: { status: 422, title: "Refund exceeds charge", retryable: false },
  refund_needs_reader: { status: 422, title: "Refund needs the reader", retryable: false },
  fee_not_returnable: { status: 422, title: "Platform fee not returnable", retryable: false },
  refund_failed: { status: 422, title: "Refund failed", retryable: false },
  too_many_refunds: { status: 422, title: "Too many refunds", retryable: false },
  too_many_lines: { status: 422, title: "Too many lines", retryable: false },
  processor_rejected: { status: 422, title: "Processor rejected request", retryable: false },
  rate_limited: { status: 429, title: "Rate limited", retryable: true },
  internal_error: { status: 500, title: "Internal error", retryable: false },
  processor_unavailable: { status: 503, title: "Processor unavailable", retryable: true },
  outcome_unknown: { status: 503, title: "Outcome unknown", retryable: false },
  service_unavailable: { status: 503, title: "Service unavailable", retryable: true },
} as const;

export type FailureCode = keyof typeof FAILURES;

/** Clients branch on it. */
export const isFailureCode = (text: string): text is FailureCode => Object.hasOwn(FAILURES, text);

export type FieldError = { pointer: string; detail: string };

/** What the processor said, where more than the failure's code matters. */
export type ProcessorSays =
  /** It looked at the request, and did nothing. */
  | "rejected"
  /** A rejection, too: the account has no such object. */
  | "missing"
  /** Rejected before the processor key was looked at: the account has withdrawn our access. */
  | "account_lost"
  /** Rejected before the processor key was looked at: our own API key lacks a right. */
  | "no_right"
  /** The processor key came before with other parameters. It says so for as long as it remembers the key. */
  | "key_reused"
  /** Another request under the same processor key is still being worked on. */
  | "key_in_use"
  /** A 5xx, which it saves under the processor key and repeats: asking again under the same one may not change it. */
  | "saved_error"
  /** It throttles us. */
  | "slow_down"
  /** It was not asked: too little time was left for a call. */
  | "not_asked"
  /** No answer, or nothing definite: a timeout, a lost reply, credentials that it does not accept. */
  | "nothing";

export type FailureExtras = {
  errors?: FieldError[];
  requiredScope?: Scope;
  processorCode?: string;
  declineCode?: string;
  retryAfterSeconds?: number;
  /** Of a failure that follows from the processor's answer, or from none. */
  processorSays?: ProcessorSays;
  /**
   * Of `in_progress`: which request claimed the work, and since when its present owner works on it (milliseconds).
   * Only for the log.
   */
  heldBy?: { traceId: string | undefined; since: number };
  allow?: string[];
  /** How to authenticate, for a 401 that can say so. */
  challenge?: "Bearer";
  cause?: unknown;
};

export class Failure extends Error {
  readonly code: FailureCode;
  readonly extras: FailureExtras;

  constructor(code: FailureCode, detail: string, extras: FailureExtras = {}) {
    super(detail, { cause: extras.cause });
    this.name = "Failure";
    this.code = code;
    this.extras = extras;
  }
}

/**
 * Nothing was done, or a refund was made and failed: the processor has rejected it, or we have (without processorSays). A
 * claim ends. After any other failure it stays open: it may have been done, or may still be.
 */
export const isRejection = (error: unknown): error is Failure =>
  isFailure(error) && !FAILURES[error.code].retryable && FAILURES[error.code].status < 500;

export const processorSays = (error: unknown): ProcessorSays | undefined =>
  isFailure(error) ? error.extras.processorSays : undefined;

export const isFailure = (error: unknown, ...codes: FailureCode[]): error is Failure =>
  error instanceof Failure && (codes.length === 0 || codes.includes(error.code));
