import { type HttpMiddleware, type HttpRequest, header, setHeader } from "./http.ts";
import { newToken } from "./token.ts";

/**
 * A request that came without an Idempotency-Key gets one, before anything else is done. Every answer names the key, so
 * that a client can repeat the request with it.
 */
export function generatedKey(): HttpMiddleware {
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
