import { Failure } from "../domain/failure.ts";
import type { HttpEvent, HttpMiddleware } from "./http.ts";

/**
 * An absent body means {}. A body that is not UTF-8 or JSON, or that would set an object's prototype, is rejected,
 * whatever its type says.
 */
export const jsonBody = (): HttpMiddleware => ({
  before: ({ event }) => {
    try {
      event.facts.sentBody = event.body ? JSON.parse(textOf(event), requireOwnName) : {};
    } catch (cause) {
      throw new Failure("invalid_request", "The body is not valid JSON.", { cause });
    }
  },
});

/** Keeps a byte order mark, which JSON does not allow. */
const UTF_8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** Invalid bytes must not become U+FFFD: two different bodies would be one request. */
const textOf = ({ body = "", isBase64Encoded }: HttpEvent): string =>
  isBase64Encoded ? UTF_8.decode(Buffer.from(body, "base64")) : body;

function requireOwnName(name: string, value: unknown): unknown {
  const isPrototype =
    name === "__proto__" ||
    (name === "constructor" &&
      typeof value === "object" &&
      value !== null &&
      Object.hasOwn(value, "prototype"));
  if (isPrototype) throw new Error("A name of an object's prototype is not accepted.");
  return value;
}
