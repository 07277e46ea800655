import * as z from "zod/mini";
import { described, named, pascalCase } from "../described.ts";
import type { Operation } from "../operation.ts";
import { Problem } from "../problem.ts";
import { HEADERS } from "./headers.ts";
import { operationIdOf } from "./links.ts";
import { PARAMETERS, parametersOf } from "./parameters.ts";
import { Responses } from "./responses.ts";
import { addExamples } from "./schema-examples.ts";
import { Schemas } from "./schemas.ts";
import { webhooksOf } from "./webhooks.ts";

const GatewayMessage = named(
  "GatewayMessage",
  "An error of the gateway in front of the service. It is not a problem document.",
  z.strictObject({ message: described("The gateway's error message.", z.string()) }),
);

/** The OpenAPI 3.1 document of what merchants can call. Made by `npm run openapi`, committed, and served as it is. */
export function openapiDocument(all: readonly Operation[]) {
  const operations = all.filter(({ caller }) => !caller || caller === "anyone");
  const schemas = new Schemas();
  for (const schema of [Problem, GatewayMessage]) schemas.ofAnswer(schema);
  const responses = new Responses(schemas, operations);
  const paths = pathsOf(operations, schemas, responses);
  const webhooks = webhooksOf(schemas);
  const requestBodies = requestBodiesOf(operations, schemas);
  addExamples([paths, webhooks, requestBodies, responses.named], schemas.named);
  return {
    openapi: "3.1.0",
    info: INFO,
    servers: [{ url: "/" }],
    security: [{ ApiKey: [] }, { Bearer: [] }],
    tags: [...new Set(operations.map(({ tag }) => tag)), CALLBACKS_TAG],
    paths,
    webhooks,
    components: {
      securitySchemes: SECURITY_SCHEMES,
      headers: HEADERS,
      parameters: PARAMETERS,
      requestBodies,
      responses: responses.named,
      schemas: sorted(schemas.named),
    },
  };
}

const INFO = {
  title: "Payments API",
  version: "1.0.0",
  summary: "Payments on behalf of merchants, as direct charges on their connected accounts.",
  description:
    "Amounts are whole numbers of the currency's smallest unit: cents in USD, yen in JPY. Errors are " +
    "application/problem+json (RFC 9457) and have a traceId, which is also in the X-Correlation-Id header. " +
    "Branch on their code. Requests with unknown fields are rejected. Responses may gain " +
    "fields, enumeration values, timeline kinds and event types: ignore what you do not know. The /v1 API is " +
    "stable: breaking changes get a new prefix.",
  contact: { name: "The platform that runs this service" },
  license: { name: "MIT", identifier: "MIT" },
};

const CALLBACKS_TAG = { name: "Callbacks", description: "The signed requests that your server receives." };

const API_KEY = "The merchant's secret API key, svc_live_…. Use it only on a server.";

const SECURITY_SCHEMES = {
  ApiKey: { type: "apiKey", in: "header", name: "X-Api-Key", description: API_KEY },
  Bearer: { type: "http", scheme: "bearer", description: `${API_KEY} The same key as in X-Api-Key.` },
};

function pathsOf(operations: readonly Operation[], schemas: Schemas, responses: Responses) {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const operation of operations) {
    const entry = paths[operation.path] ?? {};
    entry[operation.method.toLowerCase()] = operationEntry(operation, schemas, responses);
    paths[operation.path] = entry;
  }
  return paths;
}

function operationEntry(operation: Operation, schemas: Schemas, responses: Responses) {
  const { name, tag, summary, description, body, caller, scope } = operation;
  return {
    operationId: operationIdOf(operation),
    tags: [tag.name],
    summary,
    description: scope ? `${description}\n\nScope: \`${scope}\`.` : description,
    ...(caller === "anyone" && { security: [] }),
    parameters: parametersOf(operation, schemas),
    ...(body && { requestBody: { $ref: `#/components/requestBodies/${pascalCase(name)}` } }),
    responses: responses.of(operation),
  };
}

/**
 * Apart from the schemas: generators take a field with a default for one that is always there, which is true of answers
 * and wrong of requests; here they know better.
 */
const requestBodiesOf = (operations: readonly Operation[], schemas: Schemas) =>
  Object.fromEntries(
    operations.flatMap(({ name, body, summary, example }) => {
      if (!body) return [];
      const content = { "application/json": { schema: schemas.ofRequest(body), example } };
      return [
        [pascalCase(name), { description: `${summary}.`, required: !body.safeParse({}).success, content }],
      ];
    }),
  );

const sorted = <T>(record: Record<string, T>): Record<string, T> =>
  Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)));
