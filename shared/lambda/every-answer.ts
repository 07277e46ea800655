import { randomUUID } from "node:crypto";
import { type AnswerTo, statusAndBody } from "../contract/answer.ts";
import type { Operation } from "../contract/operation.ts";
import type { Problem } from "../contract/problem.ts";
import { FAILURES, Failure, isFailure } from "../domain/failure.ts";
import type { StoredReply } from "../domain/payments/claim.ts";
import { newToken } from "../runtime/invocation.ts";
import { countIfOurFault, describeCause, describeError, log, notesTaken } from "../runtime/logger.ts";
import { baseUrl, type HttpEvent, type HttpMiddleware, type HttpRequest, type HttpResult } from "./http.ts";

/** For browsers: types are not guessed, addresses not passed on, answers not embedded elsewhere nor fetched in clear. */
export const BROWSER_HEADERS = {
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "no-referrer",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Strict-Transport-Security": "max-age=31536000",
};

function browserHeaders(): HttpMiddleware {
  const set = (request: HttpRequest) => addHeaders(request, BROWSER_HEADERS);
  return { after: set, onError: set };
}

function addHeaders({ response }: HttpRequest, headers: Record<string, string>): void {
  if (response) response.headers = { ...response.headers, ...headers };
}

/** `maxBodyBytes`: of an operation that takes a body. */
export const everyAnswer = (
  { name, idempotencyKey }: Pick<Operation, "name" | "idempotencyKey">,
  maxBodyBytes?: number,
): HttpMiddleware[] => [
  browserHeaders(),
  correlation(name),
  ...(idempotencyKey === "generated" ? [generatedKey()] : []),
  problems(),
  ...(maxBodyBytes === undefined ? [] : [bodySize(maxBodyBytes)]),
];

export function bodySize(maxBytes: number): HttpMiddleware {
  return {
    before: ({ event }) => {
      const bytes = Buffer.byteLength(event.body ?? "", event.isBase64Encoded ? "base64" : "utf8");
      if (bytes > maxBytes)
        throw new Failure("request_too_large", `The body is larger than ${maxBytes} bytes.`);
    },
  };
}

/**
 * A request that came without an Idempotency-Key gets one, before anything else is done. Every answer names the key, so
 * that a client can repeat the request with it.
 */
function generatedKey(): HttpMiddleware {
  const name = (request: HttpRequest) => {
    const { idempotencyKey } = request.event.facts;
    if (idempotencyKey !== undefined) addHeaders(request, { "Idempotency-Key": idempotencyKey });
  };
  return {
    before: ({ event }) => {
      if (event.headers["idempotency-key"] === undefined)
        Object.assign(event.facts, { idempotencyKey: newToken(), isKeyGenerated: true });
    },
    after: name,
    onError: name,
  };
}

/** Anything else could break a log line or a header. */
const SAFE = /^[A-Za-z0-9._~:-]{1,128}$/;

/** Gives every request a trace id, echoes it, and writes the one log line that every request leaves. */
export function correlation(operation: string): HttpMiddleware {
  const finish = (request: HttpRequest) => {
    const { traceId, startedAt, merchant, keyId, session, failure } = request.event.facts;
    const status = request.response?.statusCode ?? 0;
    const isOurFault = status >= 500;
    addHeaders(request, { "X-Correlation-Id": traceId });
    log(isOurFault ? "error" : "info", "request", {
      // The access log's line of the same request has the same one.
      requestId: request.event.requestContext.requestId,
      traceId,
      operation,
      merchantId: merchant?.merchantId,
      keyId,
      sessionId: session?.sessionId,
      outcome: "ok",
      ...notesTaken(),
      ...(failure && { outcome: failure.code }),
      heldByTraceId: failure?.extras.heldBy?.traceId,
      heldSince: failure?.extras.heldBy?.since,
      ...(isOurFault && describeCause(failure)),
      ...(failure?.code === "internal_error" && describeError(failure.cause)),
      status,
      milliseconds: Date.now() - startedAt,
    });
  };
  return {
    before: ({ event }) => {
      const given = event.headers["x-correlation-id"];
      event.facts = { traceId: given && SAFE.test(given) ? given : randomUUID(), startedAt: Date.now() };
    },
    after: finish,
    onError: finish,
  };
}

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

export function renderAnswer<O extends Operation>(
  operation: O,
  answer: AnswerTo<O>,
  headers?: Record<string, string>,
): HttpResult {
  const { status, body } = statusAndBody(operation, answer);
  return json(status, JSON.stringify(body), headers);
}

const json = (statusCode: number, body: string, headers?: Record<string, string>): HttpResult => ({
  statusCode,
  headers: { "Content-Type": "application/json", "Cache-Control": "no-store", ...headers },
  body,
});

export const renderStored = ({ status, body, replayed }: StoredReply): HttpResult =>
  json(status, body, replayed ? { "Idempotent-Replayed": "true" } : {});
