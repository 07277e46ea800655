import type { JsonSchema } from "./schemas.ts";

type Named = Record<string, JsonSchema>;
type Media = { schema?: JsonSchema; example?: unknown };

/**
 * Gives every named schema an example: the part of an operation's example that has its form, or one that is made of its
 * fields. Bodies of webhooks get theirs from their schemas.
 */
export function addExamples(document: object, named: Named): void {
  const media = mediaIn(document);
  for (const { schema, example } of media)
    if (schema && example !== undefined) spread(schema, example, named);
  for (const schema of Object.values(named)) schema.examples ??= [exampleOf(schema, named)];
  for (const one of media)
    if (one.schema && !("example" in one) && !("examples" in one)) one.example = exampleOf(one.schema, named);
}

/** Every place of the document that has a schema for a JSON body. */
const mediaIn = (value: unknown): Media[] => {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    key === "application/json" ? [inner as Media] : mediaIn(inner),
  );
};

const targetOf = ({ $ref }: JsonSchema, named: Named): JsonSchema | undefined =>
  $ref === undefined ? undefined : named[$ref.split("/").at(-1) ?? ""];

function spread(schema: JsonSchema, value: unknown, named: Named): void {
  const target = targetOf(schema, named);
  if (target) {
    if (value !== null && !target.oneOf) target.examples ??= [value];
    spread(target, value, named);
  }
  if (Array.isArray(value)) for (const one of value) spread(itemsOf(schema), one, named);
  if (typeof value !== "object" || value === null) return;
  for (const [name, property] of Object.entries(schema.properties ?? {}))
    if (name in value) spread(property as JsonSchema, value[name as keyof typeof value], named);
  if (typeof schema.additionalProperties === "object")
    for (const one of Object.values(value)) spread(schema.additionalProperties, one, named);
  for (const one of schema.anyOf ?? []) spread(one as JsonSchema, value, named);
  spreadKind(schema, value, named);
}

/** Of a union only the kind that the value names. */
function spreadKind({ discriminator }: JsonSchema, value: object, named: Named): void {
  const { propertyName, mapping } = (discriminator ?? {}) as {
    propertyName?: keyof typeof value;
    mapping?: Record<string, string>;
  };
  const $ref = propertyName && mapping?.[value[propertyName]];
  if ($ref) spread({ $ref }, value, named);
}

const itemsOf = ({ items }: JsonSchema): JsonSchema => (items ?? {}) as JsonSchema;

function exampleOf(schema: JsonSchema, named: Named): unknown {
  const { const: constant, enum: values, anyOf, oneOf, examples } = schema;
  const target = targetOf(schema, named);
  if (examples) return examples[0];
  if (target) return exampleOf(target, named);
  if (constant !== undefined) return constant;
  if (values) return values[0];
  const [first] = anyOf ?? oneOf ?? [];
  if (first) return exampleOf(first as JsonSchema, named);
  return plainExample(schema, named);
}

function plainExample(schema: JsonSchema, named: Named): unknown {
  const type = [schema.type].flat()[0];
  if (type === "object") {
    const { properties = {}, required = [] } = schema;
    return Object.fromEntries(
      required.map((name) => [name, exampleOf(properties[name] as JsonSchema, named)]),
    );
  }
  if (type === "array") return [exampleOf(itemsOf(schema), named)];
  if (type === "integer" || type === "number") return Math.max(1000, schema.minimum ?? 0);
  if (type === "boolean") return true;
  return textExample(schema);
}

const TEXTS = [
  "2026-07-01T12:00:00.000Z",
  "2026-07-01",
  "usd",
  "evt_1QExample",
  "svcpay_5f2b8c1de0a94b7391c6f3a2d7e8b9c0",
  "acct_1QExample",
  "pi_3QExample",
  "po_1QExample",
  "re_1QExample",
  "tmr_1QExample",
  "tml_1QExample",
  "ep_5f2b8c1de0a94b73",
];

function textExample({ format, pattern }: JsonSchema): string {
  if (format === "date-time") return "2026-07-01T12:00:00.000Z";
  if (format === "date") return "2026-07-01";
  if (format === "uri") return "https://shop.example/callbacks";
  if (!pattern) return "example";
  const fitting = TEXTS.find((text) => new RegExp(pattern).test(text));
  if (!fitting) throw new Error(`There is no example for ${pattern}.`);
  return fitting;
}
