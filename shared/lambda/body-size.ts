import { Failure } from "../domain/failure.ts";
import type { HttpMiddleware } from "./http.ts";

export function bodySize(maxBytes: number): HttpMiddleware {
  return {
    before: ({ event }) => {
      const bytes = Buffer.byteLength(event.body ?? "", event.isBase64Encoded ? "base64" : "utf8");
      if (bytes > maxBytes)
        throw new Failure("request_too_large", `The body is larger than ${maxBytes} bytes.`);
    },
  };
}
