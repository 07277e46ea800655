import type { Problem } from "../contract/problem.ts";
import { FAILURES, Failure, isFailure } from "../domain/failure.ts";
import { countIfOurFault } from "../runtime/metrics.ts";
import { baseUrl, type HttpEvent, type HttpMiddleware, type HttpRequest, type HttpResult } from "./http.ts";

/** For temporary failures that do not know how long to wait. */
const RETRY_AFTER_SECONDS = 5;

/** The only place that turns a failure into an answer. Anything but a Failure is a bug, and its text is not shown. */
export function problems(): HttpMiddleware {
  return {
    onError: (request) => {
      countIfOurFault(request.error);
      const failure = forClient(
        isFailure(request.error) ? request.error : unexpected(request),
        request.event,
      );
      request.event.facts.failure = failure;
      request.response = renderProblem(failure, request.event);
    },
  };
}

/**
 * Clients repeat an ordinary 503 as they sent it. Without a key that would be a second operation, so such a request is
 * told to use the key that the answer names.
 */
function forClient(failure: Failure, { facts }: HttpEvent): Failure {
  if (!facts.isKeyGenerated || FAILURES[failure.code].status !== 503) return failure;
  const detail =
    "The request may have been carried out. Repeat it only with the Idempotency-Key of this response's header: then it " +
    "takes effect at most once.";
  return new Failure("outcome_unknown", detail, { cause: failure });
}

/** Its details are in the request's log line. */
function unexpected({ error }: HttpRequest): Failure {
  const detail = "An internal error occurred. Give the traceId to support.";
  return new Failure("internal_error", detail, { cause: error });
}

function renderProblem(failure: Failure, event: HttpEvent): HttpResult {
  const { status, title, retryable } = FAILURES[failure.code];
  const { errors, requiredScope, processorCode, declineCode, allow, challenge } = failure.extras;
  const { retryAfterSeconds = retryable ? RETRY_AFTER_SECONDS : undefined } = failure.extras;
  const problem: Problem = {
    code: failure.code,
    type: `${baseUrl(event)}/problems/${failure.code}`,
    title,
    status,
    detail: failure.message,
    instance: event.rawPath,
    traceId: event.facts.traceId,
    retryable,
    ...(errors && { errors }),
    ...(requiredScope && { requiredScope }),
    ...(processorCode && { processorCode }),
    ...(declineCode && { declineCode }),
  };
  return {
    statusCode: status,
    headers: {
      "Content-Type": "application/problem+json",
      "Cache-Control": "no-store",
      ...(retryAfterSeconds !== undefined && { "Retry-After": String(retryAfterSeconds) }),
      ...(challenge && { "WWW-Authenticate": challenge }),
      ...(allow && { Allow: allow.join(", ") }),
    },
    body: JSON.stringify(problem),
  };
}
