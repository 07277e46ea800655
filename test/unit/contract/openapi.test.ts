import { describe, expect, it } from "vitest";
import { OPERATIONS } from "../../../infra/topology.ts";
import committed from "../../../shared/contract/generated/openapi.json" with { type: "json" };
import { openapiDocument } from "../../../shared/contract/openapi.ts";
import { FAILURES } from "../../../shared/domain/failure.ts";

type Entry = { operationId: string; responses: Record<string, unknown>; parameters: { name: string }[] };

const document = JSON.parse(JSON.stringify(openapiDocument(OPERATIONS)));
const documented = OPERATIONS.filter(({ caller }) => caller !== "processor");
const entries = documented.map((operation) => ({
  operation,
  name: operation.name,
  entry: document.paths[operation.path]?.[operation.method.toLowerCase()] as Entry,
}));

it("is committed as the operations say", () => {
  expect(committed, "The committed document is stale: run `npm run openapi`.").toEqual(document);
});

it("has every operation and nothing else", () => {
  const methods = Object.values(document.paths as Record<string, Record<string, Entry>>);
  const ids = methods.flatMap((byMethod) => Object.values(byMethod)).map(({ operationId }) => operationId);
  expect(new Set(ids).size).toBe(documented.length);
});

it("refers only to schemas that it has", () => {
  const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)];
  expect(references.length).toBeGreaterThan(0);
  const missing = references
    .map(([, name]) => name)
    .filter((name = "") => !document.components.schemas[name]);
  expect(missing).toEqual([]);
});

describe.each(entries)("$name", ({ operation, entry }) => {
  it("lists the statuses of all its answers and failures", () => {
    const failures = operation.failures.map((code) => String(FAILURES[code].status));
    const expected = [...new Set([...Object.keys(operation.answers), ...failures])];
    expect(Object.keys(entry.responses).sort()).toEqual(expected.sort());
  });

  it("declares the parameters of its path", () => {
    const inPath = operation.path.match(/(?<=\{)\w+(?=\})/g) ?? [];
    expect(entry.parameters.map(({ name }) => name)).toEqual(expect.arrayContaining([...inPath]));
  });
});

const PAYMENT = [
  "svcPaymentId",
  "status",
  "amountCents",
  "applicationFeeCents",
  "currency",
  "orderRef",
  "processorPaymentIntentId",
];
const CREATED_PAYMENT = [
  "svcPaymentId",
  "clientSecret",
  "status",
  "amountCents",
  "applicationFeeCents",
  "processorPaymentIntentId",
  "connectedAccountId",
  "publishableKey",
];

describe("the answer to", () => {
  it.each([
    { route: ["/v1/payments/intents", "post", "201"], fields: CREATED_PAYMENT },
    { route: ["/v1/payments/{id}/capture", "post", "200"], fields: PAYMENT },
    { route: ["/v1/payments/{id}/refund", "post", "200"], fields: PAYMENT },
    { route: ["/v1/payments/{id}", "get", "200"], fields: PAYMENT },
  ])("$route has exactly the specified fields, all of them always", ({ route, fields }) => {
    const [path = "", method = "", status = ""] = route;
    const { $ref } = document.paths[path][method].responses[status].content["application/json"].schema;
    const schema = document.components.schemas[$ref.split("/").at(-1)];
    expect(Object.keys(schema.properties).sort()).toEqual([...fields].sort());
    expect([...schema.required].sort()).toEqual([...fields].sort());
    expect(schema.additionalProperties).toBe(false);
  });

  it("a failure may leave out only what is not always useful", () => {
    const { required } = document.components.schemas.Problem;
    expect(required).toEqual(["type", "title", "status", "detail", "instance", "traceId", "retryable"]);
  });
});

describe("a new payment's body", () => {
  it("must be sent, while a capture's and a refund's may be left out", () => {
    const required = (path: string) => document.paths[path].post.requestBody.required;
    expect(required("/v1/payments/intents")).toBe(true);
    expect(required("/v1/payments/{id}/capture")).toBe(false);
    expect(required("/v1/payments/{id}/refund")).toBe(false);
  });

  it("publishes the limits of its amount and takes no unknown field", () => {
    const { properties, required, additionalProperties } = document.components.schemas.CreatePaymentRequest;
    expect(properties.amountCents).toMatchObject({ type: "integer", minimum: 50, maximum: 5_000_000 });
    expect(required).toEqual(["amountCents"]);
    expect(additionalProperties).toBe(false);
  });
});
