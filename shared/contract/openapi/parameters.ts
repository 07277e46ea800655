import { IDEMPOTENCY_KEY } from "../idempotency-key.ts";
import type { Operation } from "../operation.ts";
import type { JsonSchema, Schemas } from "./schemas.ts";

const idempotencyKey = (required: boolean, description: string) => ({
  name: "Idempotency-Key",
  in: "header",
  required,
  description,
  schema: { type: "string", pattern: IDEMPOTENCY_KEY.source, minLength: 1, maxLength: 255 },
  example: "order-1001",
});

/** Request headers, described once and referred to. */
export const PARAMETERS = {
  RequiredIdempotencyKey: idempotencyKey(
    true,
    "1 to 255 visible ASCII characters without a comma, stable across retries of the same request: derive it from your order. A key " +
      "never expires.",
  ),
  OptionalIdempotencyKey: idempotencyKey(
    false,
    "1 to 255 visible ASCII characters without a comma, stable across retries of the same request. Without a " +
      "key, every request is a new one.",
  ),
  GeneratedIdempotencyKey: idempotencyKey(
    false,
    "1 to 255 visible ASCII characters without a comma, stable across retries of the same request. Without a " +
      "key, every request is a new one, under a key that the service makes. Every response names it in its " +
      "Idempotency-Key header: repeat the request only with it.",
  ),
  CorrelationId: {
    name: "X-Correlation-Id",
    in: "header",
    required: false,
    description:
      "An id of your own for this request, which becomes its traceId: 1 to 128 letters, digits or . _ ~ : -. Any other is replaced.",
    schema: { type: "string" },
  },
} as const;

const KEY_PARAMETERS = {
  required: "RequiredIdempotencyKey",
  optional: "OptionalIdempotencyKey",
  generated: "GeneratedIdempotencyKey",
} as const;

const parameterRef = (name: keyof typeof PARAMETERS) => ({ $ref: `#/components/parameters/${name}` });

export function parametersOf(operation: Operation, schemas: Schemas) {
  const { idempotencyKey } = operation;
  return [
    ...inPath(operation, schemas),
    ...(idempotencyKey ? [parameterRef(KEY_PARAMETERS[idempotencyKey])] : []),
    parameterRef("CorrelationId"),
    ...inQuery(operation, schemas),
  ];
}

const inPath = ({ pathParameters = {} }: Operation, schemas: Schemas) =>
  Object.entries(pathParameters).map(([name, schema]) => ({
    name,
    in: "path",
    required: true,
    ...withDescription(schemas.ofRequest(schema)),
  }));

function inQuery({ query }: Operation, schemas: Schemas) {
  if (!query) return [];
  const { properties = {}, required = [] } = schemas.ofRequest(query);
  return Object.entries(properties as Record<string, JsonSchema>).map(([name, schema]) => ({
    name,
    in: "query",
    required: required.includes(name),
    ...withDescription(schema),
  }));
}

/** A parameter has its description beside its schema. */
const withDescription = ({ description, ...schema }: JsonSchema) => ({ description, schema });
