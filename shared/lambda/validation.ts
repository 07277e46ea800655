import type * as z from "zod/mini";
import { IDEMPOTENCY_KEY } from "../contract/idempotency-key.ts";
import type { Operation } from "../contract/operation.ts";
import { Failure, type FieldError } from "../domain/failure.ts";
import { isCurrency, limitText } from "../domain/payments/currency.ts";
import type { HttpEvent, HttpMiddleware } from "./http.ts";

/** Each error names its field. */
export function validation(operation: Operation): HttpMiddleware {
  return {
    before: ({ event }) => {
      event.facts.idempotencyKey ??= idempotencyKey(event, operation);
      event.facts.query = parse(operation.query, event.queryStringParameters ?? {}, "query");
      event.facts.body = parse(operation.body, event.facts.sentBody, "body");
    },
  };
}

function idempotencyKey(event: HttpEvent, operation: Operation): string | undefined {
  if (!operation.idempotencyKey) return undefined;
  const key = event.headers["idempotency-key"];
  if (key === undefined) {
    if (operation.idempotencyKey !== "required") return undefined;
    throw new Failure("missing_header", "The Idempotency-Key header is required: send one key per order.");
  }
  if (IDEMPOTENCY_KEY.test(key)) return key;
  throw new Failure(
    "invalid_request",
    "Idempotency-Key must be 1 to 255 visible ASCII characters without a comma, sent once.",
  );
}

type Part = "body" | "query";

function parse(schema: z.ZodMiniType | undefined, sent: unknown, part: Part): unknown {
  if (!schema) return undefined;
  const parsed = schema.safeParse(sent, { error: (issue) => requirementOf(issue, sent) });
  if (parsed.success) return parsed.data;
  throw new Failure("invalid_request", `The request's ${part} is invalid.`, {
    errors: parsed.error.issues.flatMap((issue) => fieldErrors(issue, part)),
  });
}

/** A body with a thousand unknown fields does not get a thousand errors. */
const MAX_NAMED_KEYS = 10;

/** The field's name and what it must be: in the contract's words, or else in those of `requirementOf`. */
function fieldErrors(issue: z.core.$ZodIssue, part: Part): FieldError[] {
  if (issue.code !== "unrecognized_keys") {
    const name = nameOf(issue.path) || `The ${part}`;
    return [{ pointer: pointer(issue.path), detail: `${name} ${issue.message}` }];
  }
  return issue.keys.slice(0, MAX_NAMED_KEYS).map((key) => {
    const path = [...issue.path, key.slice(0, 100)];
    return {
      pointer: pointer(path),
      detail: `${nameOf(path)} is not a ${part === "query" ? "query parameter of this endpoint" : `field of this ${part}`}.`,
    };
  });
}

const TYPES: Record<string, string> = {
  string: "a string",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "an array",
  object: "an object",
  record: "an object",
};

/** What the schema requires, in our words: the library's own text never reaches a client. */
function requirementOf(issue: z.core.$ZodRawIssue, sent: unknown): string {
  if (issue.input === undefined) return "is required.";
  switch (issue.code) {
    case "invalid_type":
      return `must be ${TYPES[issue.expected] ?? "of another type"}.`;
    case "invalid_value":
      return `must be ${issue.values.length > 1 ? "one of: " : ""}${issue.values.join(", ")}.`;
    case "too_big":
      return boundText("at most", Number(issue.maximum), issue, sent);
    case "too_small":
      return boundText("at least", Number(issue.minimum), issue, sent);
    default:
      return "has an invalid format.";
  }
}

type Bounded = { origin: string; path?: PropertyKey[] | undefined };

function boundText(bound: string, limit: number, { origin, path = [] }: Bounded, sent: unknown): string {
  if (origin === "string")
    return limit === 1 ? "must not be empty." : `must have ${bound} ${limit} characters.`;
  if (origin === "array") return `must have ${bound} ${limit} ${limit === 1 ? "item" : "items"}.`;
  if (Math.abs(limit) === Number.MAX_SAFE_INTEGER) return "must be a whole number.";
  // 1 is the smallest unit of every currency; other limits are easier to check as money.
  const { currency = "usd" } = sent as { currency?: unknown };
  const isMoney =
    limit > 1 && nameOf(path).endsWith("Cents") && typeof currency === "string" && isCurrency(currency);
  return `must be ${bound} ${isMoney ? limitText(limit, { currency }) : limit}.`;
}

/** As a caller would write it in code: `events[0]`. */
const nameOf = (path: PropertyKey[]): string =>
  path
    .map((part) => (typeof part === "number" ? `[${part}]` : `.${String(part)}`))
    .join("")
    .slice(1);

/** A JSON pointer (RFC 6901). */
const pointer = (path: PropertyKey[]): string =>
  path.map((part) => `/${String(part).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
