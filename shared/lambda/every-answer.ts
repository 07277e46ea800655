import { randomUUID } from "node:crypto";
import type { Operation } from "../contract/operation.ts";
import { newToken } from "../runtime/invocation.ts";
import { describeCause, describeError, log, notesTaken } from "../runtime/logger.ts";
import { type HttpMiddleware, type HttpRequest, header, setHeader } from "./http.ts";
import { problems } from "./problem.ts";

/** For browsers: types are not guessed, addresses not passed on, answers not embedded elsewhere nor fetched in clear. */
export const BROWSER_HEADERS = {
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "no-referrer",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Strict-Transport-Security": "max-age=31536000",
};

function browserHeaders(): HttpMiddleware {
  const set = (request: HttpRequest) => {
    for (const [name, value] of Object.entries(BROWSER_HEADERS)) setHeader(request, name, value);
  };
  return { after: set, onError: set };
}

export const everyAnswer = ({
  name,
  idempotencyKey,
}: Pick<Operation, "name" | "idempotencyKey">): HttpMiddleware[] => [
  browserHeaders(),
  correlation(name),
  ...(idempotencyKey === "generated" ? [generatedKey()] : []),
  problems(),
];

/**
 * A request that came without an Idempotency-Key gets one, before anything else is done. Every answer names the key, so
 * that a client can repeat the request with it.
 */
function generatedKey(): HttpMiddleware {
  const name = (request: HttpRequest) => {
    const { idempotencyKey } = request.event.facts;
    if (idempotencyKey !== undefined) setHeader(request, "Idempotency-Key", idempotencyKey);
  };
  return {
    before: ({ event }) => {
      if (header(event, "idempotency-key") === undefined)
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
    setHeader(request, "X-Correlation-Id", traceId);
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
      const given = header(event, "x-correlation-id");
      event.facts = { traceId: given && SAFE.test(given) ? given : randomUUID(), startedAt: Date.now() };
    },
    after: finish,
    onError: finish,
  };
}
