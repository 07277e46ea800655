type Json = Record<string, unknown>;
type Schemas = Record<string, Json>;
type Document = {
  components: { schemas: object };
  webhooks: object;
  info: { summary: string; license: { name: string } };
};

/**
 * The same document in OpenAPI 3.0, for generators that know no 3.1. 3.0 has no webhooks, no null type, no `const`, one
 * example per schema, and nothing beside a `$ref`.
 */
export function toVersion30({ webhooks: _, ...document }: Document): {
  openapi: string;
  info: object;
  paths?: object;
} {
  const { summary, license, ...info } = document.info;
  const schemas = document.components.schemas as Schemas;
  return {
    ...(converted({ ...document, info }, schemas) as Json),
    openapi: "3.0.3",
    info: { ...info, license: { name: license.name, url: "https://opensource.org/license/mit" } },
  };
}

function converted(value: unknown, schemas: Schemas, key = ""): unknown {
  if (key === "example" || (key === "value" && isObject(value))) return value;
  if (Array.isArray(value)) return value.map((one) => converted(one, schemas));
  if (!isObject(value)) return value;
  if (typeof value.$ref === "string") return { $ref: value.$ref };
  const { propertyNames, contentSchema, contentMediaType, examples, ...schema } = withoutNull(value, schemas);
  const example = Array.isArray(examples)
    ? { example: examples[0] }
    : { ...(examples !== undefined && { examples }) };
  return Object.fromEntries(
    Object.entries({ ...schema, ...example }).map(([name, inner]) =>
      name === "const" ? ["enum", [inner]] : [name, converted(inner, schemas, name)],
    ),
  );
}

const isObject = (value: unknown): value is Json => typeof value === "object" && value !== null;

/** `nullable` says it in 3.0, which takes it only beside a type: so a schema that may be null is repeated there. */
function withoutNull(schema: Json, schemas: Schemas): Json {
  const { type, anyOf, ...rest } = schema;
  if (Array.isArray(type) && type.includes("null"))
    return { ...rest, type: type.find((one) => one !== "null"), nullable: true };
  if (!Array.isArray(anyOf) || !anyOf.some((one) => one.type === "null")) return schema;
  const others: Json[] = anyOf.filter((one) => one.type !== "null");
  const [only = {}] = others;
  if (others.length > 1) return { ...rest, anyOf: others, nullable: true };
  const { examples, ...whole } = schemas[String(only.$ref).split("/").at(-1) ?? ""] ?? only;
  return {
    ...whole,
    ...rest,
    ...(Array.isArray(whole.enum) && { enum: [...whole.enum, null] }),
    nullable: true,
  };
}
