import { randomUUID } from "node:crypto";
import { describeCause, describeError, log, notesTaken } from "../runtime/logger.ts";
import { type HttpMiddleware, type HttpRequest, header, setHeader } from "./http.ts";

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
