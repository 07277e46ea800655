import * as z from "zod/mini";
import { FAILURES, type FailureCode } from "../domain/failure.ts";
import type { Answer, Operation } from "./operation.ts";
import { Problem } from "./problem.ts";

/** The OpenAPI 3.1 document of what merchants can call. Made by `npm run openapi`, committed, and served as it is. */
export function openapiDocument(all: readonly Operation[]) {
  const operations = all.filter(({ caller }) => caller !== "processor");
  return {
    openapi: "3.1.0",
    info: {
      title: "Payments API",
      version: "1.0.0",
      summary: "Payments on behalf of merchants, as direct charges on their connected accounts.",
      description:
        "Amounts are whole cents. Errors are application/problem+json (RFC 7807) and carry a traceId, which is " +
        "also in the X-Correlation-Id header. The /v1 surface is stable: breaking changes get a new prefix.",
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: "/" }],
    security: [{ ApiKey: [] }, { Bearer: [] }],
    tags: [...new Set(operations.map(({ tag }) => tag))],
    paths: pathsOf(operations),
    components: {
      securitySchemes: {
        ApiKey: { type: "apiKey", in: "header", name: "X-Api-Key" },
        Bearer: { type: "http", scheme: "bearer" },
      },
      schemas: schemasOf(operations),
    },
  };
}

function pathsOf(operations: readonly Operation[]) {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const operation of operations) {
    const entry = paths[operation.path] ?? {};
    entry[operation.method.toLowerCase()] = operationEntry(operation);
    paths[operation.path] = entry;
  }
  return paths;
}

function operationEntry(operation: Operation) {
  const { name, tag, summary, description, body, caller } = operation;
  return {
    operationId: camelCase(name),
    tags: [tag.name],
    summary,
    ...(description && { description }),
    ...(caller === "anyone" && { security: [] }),
    parameters: parametersOf(operation),
    ...(body && {
      requestBody: { required: !body.safeParse({}).success, content: json(`${pascalCase(name)}Request`) },
    }),
    responses: { ...successes(operation), ...problems(operation.failures) },
  };
}

function parametersOf({ path, idempotencyKey, query }: Operation) {
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: "path",
    required: true,
    schema: { type: "string" },
  }));
  const inHeader = idempotencyKey
    ? [
        {
          name: "Idempotency-Key",
          in: "header",
          required: idempotencyKey === "required",
          description: "1 to 255 visible ASCII characters, stable across retries of the same request.",
          schema: { type: "string", minLength: 1, maxLength: 255 },
        },
      ]
    : [];
  return [...inPath, ...inHeader, ...queryParameters(query)];
}

function queryParameters(query: Operation["query"]) {
  if (!query) return [];
  // Text on the wire, and required or not as such; what it must be is what it becomes.
  const { required = [] } = z.toJSONSchema(query, { io: "input" });
  const { properties = {} } = z.toJSONSchema(query, { io: "output", override: tidy });
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: "query",
    required: required.includes(name),
    schema,
  }));
}

function successes({ answers }: Operation) {
  return Object.fromEntries(
    Object.entries(answers).map(([status, { name, description, headers }]) => [
      status,
      { description, headers: { ...CORRELATION, ...described(headers) }, content: json(name) },
    ]),
  );
}

/** One entry per status: several failures may share it, and their titles tell them apart. */
function problems(failures: readonly FailureCode[]) {
  const byStatus = new Map<number, string[]>();
  for (const code of failures) {
    const { status, title } = FAILURES[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), title]);
  }
  const content = { "application/problem+json": { schema: { $ref: "#/components/schemas/Problem" } } };
  return Object.fromEntries(
    [...byStatus].map(([status, titles]) => [
      status,
      { description: `${titles.join("; ")}.`, headers: CORRELATION, content },
    ]),
  );
}

const CORRELATION = {
  "X-Correlation-Id": { description: "The request's traceId.", schema: { type: "string" } },
};

const described = (headers: Answer["headers"] = {}) =>
  Object.fromEntries(
    Object.entries(headers).map(([name, description]) => [name, { description, schema: { type: "string" } }]),
  );

function schemasOf(operations: readonly Operation[]) {
  const registry = z.registry<{ id: string }>();
  const add = (schema: z.ZodMiniType, id: string) => registry.has(schema) || registry.add(schema, { id });
  add(Problem, "Problem");
  for (const { name, body, answers } of operations) {
    if (body) add(body, `${pascalCase(name)}Request`);
    for (const answer of Object.values(answers)) add(answer.schema, answer.name);
  }
  const uri = (id: string) => `#/components/schemas/${id}`;
  const { schemas } = z.toJSONSchema(registry, { io: "input", uri, override: tidy });
  return Object.fromEntries(
    Object.entries(schemas).map(
      ([name, { $schema, $id, ...schema }]: [string, z.core.JSONSchema.BaseSchema]) => [name, schema],
    ),
  );
}

/** A format says it all, and shorter than the expression that checks it. */
function tidy({ jsonSchema }: { jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  if (jsonSchema.format === "date-time") delete jsonSchema.pattern;
}

const json = (name: string) => ({ "application/json": { schema: { $ref: `#/components/schemas/${name}` } } });

const camelCase = (name: string): string =>
  name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
const pascalCase = (name: string): string => camelCase(`-${name}`);
