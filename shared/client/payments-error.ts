import type { components } from "./generated/contract.ts";
import { PROBLEM_CODES } from "./generated/problem-codes.ts";

export type Problem = components["schemas"]["Problem"];

/**
 * A problem's `code`, or one of four of the client's own: no answer came; what came cannot be read;
 * the gateway in front of the service rejected in its own words; a problem of a later version than this client.
 */
export type ErrorCode =
  | (typeof PROBLEM_CODES)[number]
  | "invalid_signature"
  | "no_answer"
  | "unreadable"
  | "gateway"
  | "unknown_problem";

export type ErrorFacts = {
  code: ErrorCode;
  message: string;
  /** Whether the same request, under the same key, may succeed when it is sent again. */
  retryable: boolean;
  status?: number | undefined;
  retryAfterSeconds?: number | undefined;
  /** The key that was sent: send the same one again to go on with the same operation. */
  idempotencyKey?: string | undefined;
  /** Quote it to support. */
  traceId?: string | undefined;
  problem?: Problem | undefined;
  cause?: unknown;
};

/** The one error of this client. Branch on `code`. */
export class PaymentsError extends Error {
  readonly code: ErrorCode;
  readonly retryable: boolean;
  readonly status: number | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly idempotencyKey: string | undefined;
  readonly traceId: string | undefined;
  readonly problem: Problem | undefined;

  constructor(facts: ErrorFacts) {
    super(facts.message, { cause: facts.cause });
    this.name = "PaymentsError";
    this.code = facts.code;
    this.retryable = facts.retryable;
    this.status = facts.status;
    this.retryAfterSeconds = facts.retryAfterSeconds;
    this.idempotencyKey = facts.idempotencyKey;
    this.traceId = facts.traceId;
    this.problem = facts.problem;
  }
}

export function codeOf(problem: Problem): ErrorCode {
  return PROBLEM_CODES.find((code) => code === problem.code) ?? "unknown_problem";
}
