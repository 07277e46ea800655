import httpJsonBodyParser from "@middy/http-json-body-parser";
import { Failure } from "../domain/failure.ts";
import type { HttpEvent, HttpMiddleware } from "./http.ts";

/**
 * An absent body means {}. A body that is not UTF-8 or JSON, or contains `__proto__`, is rejected whatever its type
 * says.
 */
export function jsonBody(): HttpMiddleware {
  const parser = httpJsonBodyParser({ disableContentTypeCheck: true });
  return {
    before: async (request) => {
      const { facts, body } = request.event;
      try {
        decode(request.event);
        if (body) await parser.before?.(request);
      } catch (cause) {
        throw new Failure("invalid_request", "The body is not valid JSON.", { cause });
      }
      facts.sentBody = body ? request.event.body : {};
    },
  };
}

/** Keeps a byte order mark, which JSON does not allow. */
const UTF_8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** Invalid bytes must not become U+FFFD: two different bodies would be one request. */
function decode(event: HttpEvent): void {
  if (!event.isBase64Encoded || !event.body) return;
  event.body = UTF_8.decode(Buffer.from(event.body, "base64"));
  event.isBase64Encoded = false;
}
