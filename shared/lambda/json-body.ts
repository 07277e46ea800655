import httpJsonBodyParser from "@middy/http-json-body-parser";
import { Failure } from "../domain/failure.ts";
import type { HttpMiddleware } from "./http.ts";

/** An absent body means {}; one that is not JSON, or that carries `__proto__`, is refused whatever its type says. */
export function jsonBody(): HttpMiddleware {
  const parser = httpJsonBodyParser({ disableContentTypeCheck: true });
  return {
    before: async (request) => {
      const { facts, body } = request.event;
      try {
        if (body) await parser.before?.(request as never);
      } catch (cause) {
        throw new Failure("invalid_request", "The body is not valid JSON.", { cause });
      }
      facts.sentBody = body ? request.event.body : {};
    },
  };
}
