import { randomUUID } from "node:crypto";
import { log } from "../logger.ts";
import { type HttpMiddleware, type HttpRequest, header, setHeader } from "./http.ts";

/** Anything else could break a log line or a header. */
const SAFE = /^[A-Za-z0-9._~:-]{1,128}$/;

/** Gives every request a trace id, echoes it, and writes the one log line that every request leaves. */
export function correlation(operation: string): HttpMiddleware {
  const finish = (request: HttpRequest) => {
    const { traceId, startedAt, merchant, keyId } = request.event.facts;
    setHeader(request, "X-Correlation-Id", traceId);
    log("info", "request", {
      traceId,
      operation,
      merchantId: merchant?.merchantId,
      keyId,
      status: request.response?.statusCode,
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
