import * as z from "zod/mini";
import en from "zod/v4/locales/en.js";
import { IDEMPOTENCY_KEY } from "../contract/idempotency-key.ts";
import type { Operation } from "../contract/operation.ts";
import { Failure, type FieldError } from "../domain/failure.ts";
import { type HttpEvent, type HttpMiddleware, header } from "./http.ts";

// The small build of zod comes without words.
z.config(en());

/** Holds the request against its operation: header, query and body, each refused by name. */
export function validation(operation: Operation): HttpMiddleware {
  return {
    before: ({ event }) => {
      event.facts.idempotencyKey = idempotencyKey(event, operation);
      event.facts.query = parse(operation.query, event.queryStringParameters ?? {}, "query");
      event.facts.body = parse(operation.body, event.facts.sentBody, "body");
    },
  };
}

function idempotencyKey(event: HttpEvent, operation: Operation): string | undefined {
  if (!operation.idempotencyKey) return undefined;
  const key = header(event, "idempotency-key");
  if (key === undefined) {
    if (operation.idempotencyKey === "optional") return undefined;
    throw new Failure("missing_header", "The Idempotency-Key header is required.");
  }
  if (IDEMPOTENCY_KEY.test(key)) return key;
  throw new Failure(
    "invalid_request",
    "Idempotency-Key must be 1 to 255 visible ASCII characters without a comma, sent once.",
  );
}

function parse(schema: z.ZodMiniType | undefined, value: unknown, where: "body" | "query"): unknown {
  if (!schema) return undefined;
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new Failure("invalid_request", `The ${where} is invalid.`, {
    errors: parsed.error.issues.flatMap(describe),
  });
}

/** Bounded: a body of a thousand wrong fields needs no thousand complaints. */
const MAX_NAMED_KEYS = 10;

function describe(issue: z.core.$ZodIssue): FieldError[] {
  if (issue.code !== "unrecognized_keys") return [{ pointer: pointer(issue.path), detail: issue.message }];
  return issue.keys
    .slice(0, MAX_NAMED_KEYS)
    .map((key) => ({ pointer: pointer([...issue.path, key.slice(0, 100)]), detail: "Unknown field." }));
}

/** A JSON pointer (RFC 6901). */
const pointer = (path: PropertyKey[]): string =>
  path.map((part) => `/${String(part).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
