import { describe, expect, it } from "vitest";
import { ENDPOINTS } from "../../../infra/topology.ts";
import committed from "../../../shared/contract/generated/openapi.json" with { type: "json" };
import { openapiDocument } from "../../../shared/contract/openapi/document.ts";
import { failuresOf } from "../../../shared/contract/operation.ts";
import { EVENT_NAMES, EVENT_TYPES } from "../../../shared/domain/events/event-types.ts";
import { FAILURES } from "../../../shared/domain/failure.ts";
import { DEFAULT_EVENTS } from "../../support/default-events.ts";

type Entry = {
  operationId: string;
  summary: string;
  description: string;
  responses: Record<string, { $ref?: string; headers?: object; content?: Record<string, unknown> }>;
  parameters: { $ref?: string; name: string; description: string; required: boolean; schema: object }[];
};

type Examples = Record<string, { value: object }>;

const document = JSON.parse(JSON.stringify(openapiDocument(ENDPOINTS)));
const documented = ENDPOINTS.filter(({ caller }) => !caller || caller === "anyone");
const entries = documented.map((operation) => ({
  operation,
  name: operation.name,
  entry: document.paths[operation.path]?.[operation.method.toLowerCase()] as Entry,
}));

/** What `{$ref: "#/a/b"}` refers to. */
function resolved<T extends { $ref?: string }>(value: T): T {
  if (!value.$ref) return value;
  const [, ...parts] = value.$ref.split("/");
  return parts.reduce((at, part) => at[part.replaceAll("~1", "/")], document);
}

/** Every object in the document, with the way to it. */
function* objectsIn(value: unknown, way = "#"): Generator<[string, Record<string, unknown>]> {
  if (typeof value !== "object" || value === null) return;
  yield [way, value as Record<string, unknown>];
  for (const [key, inner] of Object.entries(value)) yield* objectsIn(inner, `${way}/${key}`);
}

const everything = [...objectsIn(document)].filter(([way]) => !/\/examples?\//.test(way));

it("is committed as the operations say", () => {
  expect(committed, "The committed document is stale: run `npm run openapi`.").toEqual(document);
});

it("has every operation and nothing else", () => {
  const methods = Object.values(document.paths as Record<string, Record<string, Entry>>);
  const ids = methods.flatMap((byMethod) => Object.values(byMethod)).map(({ operationId }) => operationId);
  expect(new Set(ids).size).toBe(documented.length);
});

it("says what the id of an endpoint in a request's body looks like", () => {
  const ids = everything.filter(([way]) =>
    /^#.components.requestBodies.*\/properties\/endpointId$/.test(way),
  );
  expect(ids.length).toBeGreaterThan(1);
  for (const [way, schema] of ids) expect(schema, way).toHaveProperty("pattern");
});

type Link = { operationId: string; parameters: Record<string, string> };

const links = everything
  .filter(([way]) => /\/links\/\w+$/.test(way))
  .map(([way, link]) => ({ way, ...(link as Link) }));

describe("links", () => {
  it("lead to operations of the document, with all that their paths take", () => {
    for (const { way, operationId, parameters } of links) {
      const to = entries.find(({ entry }) => entry.operationId === operationId);
      expect(Object.keys(parameters), way).toEqual(to?.operation.path.match(/(?<=\{)\w+(?=\})/g));
    }
  });

  it("lead to every operation whose path takes an id of the merchant's", () => {
    const reached = new Set(links.map(({ operationId }) => operationId));
    const taking = entries.filter(({ operation }) => operation.scope && operation.path.includes("{"));
    expect(taking.map(({ entry }) => entry.operationId).filter((id) => !reached.has(id))).toEqual([]);
  });

  it("name the field of the answer, or of a list's first entry", () => {
    const from = (operation: string) =>
      links.filter(({ way }) => way.startsWith(`#/paths/${operation}/`)).map((link) => link.parameters.id);
    expect(new Set(from("/v1/payments/intents/post"))).toEqual(new Set(["$response.body#/svcPaymentId"]));
    expect(new Set(from("/v1/payments/get"))).toEqual(new Set(["$response.body#/0/svcPaymentId"]));
  });
});

describe.each(entries)("$name", ({ operation, entry }) => {
  it("lists the statuses of all its answers and failures, a wrong method and the gateway's throttling", () => {
    const failures = failuresOf(operation).map((code) => String(FAILURES[code].status));
    const expected = [...new Set([...Object.keys(operation.answers), ...failures, "405", "429"])];
    expect(Object.keys(entry.responses).sort()).toEqual(expected.sort());
  });

  it("shows each of its problems as an example, under the last part of its type", () => {
    for (const [status, response] of Object.entries(entry.responses)) {
      const codes = [...failuresOf(operation), "method_not_allowed" as const];
      const expected = codes.filter((code) => FAILURES[code].status === Number(status));
      const { content = {} } = resolved(response);
      const { examples = {} } = (content["application/problem+json"] ?? {}) as { examples?: Examples };
      expect(Object.keys(examples).sort()).toEqual(expected.sort());
      for (const code of expected) {
        const { title, status } = FAILURES[code];
        const type = `https://api.example.com/problems/${code}`;
        expect(examples[code]?.value).toMatchObject({ code, type, title, status });
      }
    }
  });

  it("describes the parameters of its path, with what they look like", () => {
    const inPath = operation.path.match(/(?<=\{)\w+(?=\})/g) ?? [];
    const known = new Map(entry.parameters.map((parameter) => [parameter.name, parameter]));
    for (const name of inPath) {
      const { pattern, format } = (known.get(name)?.schema ?? {}) as { pattern?: string; format?: string };
      expect(pattern ?? format, name).toBeDefined();
    }
  });

  it("has the headers of its requests and answers", () => {
    const names = entry.parameters.map((parameter) => resolved(parameter).name);
    expect(names).toContain("X-Correlation-Id");
    expect(names.includes("Idempotency-Key")).toBe(operation.idempotencyKey !== undefined);
    for (const [status, response] of Object.entries(entry.responses)) {
      if (status === "429") continue;
      const { headers = {} } = resolved(response);
      expect(Object.keys(headers)).toContain("X-Correlation-Id");
      if (status === "503") expect(Object.keys(headers)).toContain("Retry-After");
      if (status === "401") expect(Object.keys(headers)).toContain("WWW-Authenticate");
      if (status === "405") expect(Object.keys(headers)).toContain("Allow");
      if (Number(status) < 300)
        expect("Idempotent-Replayed" in headers).toBe(
          Boolean(operation.idempotencyKey && operation.storesAnswer),
        );
      const isSearch = operation.description?.includes("Svc-Searched-To") ?? false;
      if (status === "200") expect("Svc-Searched-To" in headers).toBe(isSearch);
      const isFeed = operation.description?.includes("Svc-Time") ?? false;
      if (status === "200") expect("Svc-Time" in headers).toBe(isFeed);
    }
  });

  it("shows an example of its body and of each of its answers", () => {
    for (const [status, { example, html, script, csv }] of Object.entries(operation.answers)) {
      const other = script ? "text/javascript" : csv ? "text/csv" : "application/json";
      const type = html === "only" ? "text/html" : other;
      expect(entry.responses[status]?.content?.[type]).toMatchObject({ example });
    }
    if (operation.body) expect(operation.example).toBeDefined();
  });
});

describe("every description is there:", () => {
  it("every operation has a description", () => {
    expect(entries.filter(({ entry }) => !entry.summary || !entry.description)).toEqual([]);
  });

  it("every parameter and header has a description", () => {
    const bare = everything.filter(
      ([, { name, in: place, description }]) => typeof name === "string" && place && !description,
    );
    expect(bare.map(([way]) => way)).toEqual([]);
  });

  it("every schema has a description, and every field that does not refer to one", () => {
    const schemas = Object.entries(document.components.schemas as Record<string, { description?: string }>);
    expect(schemas.filter(([, { description }]) => !description).map(([name]) => name)).toEqual([]);
    const fields = everything.flatMap(([way, { properties }]) =>
      Object.entries((properties ?? {}) as Record<string, { description?: string; $ref?: string }>).map(
        ([name, field]) => ({ way: `${way}/${name}`, field }),
      ),
    );
    expect(fields.length).toBeGreaterThan(150);
    expect(fields.filter(({ field }) => !field.description && !field.$ref).map(({ way }) => way)).toEqual([]);
  });
});

describe("what a generator reads", () => {
  it("is one schema for all problems: of each other one it would make a type of its own", () => {
    const problems = everything.filter(([way]) => /application\/problem\+json\/schema$/.test(way));
    expect(new Set(problems.map(([, schema]) => JSON.stringify(schema)))).toEqual(
      new Set(['{"$ref":"#/components/schemas/Problem"}']),
    );
  });

  it("says which integers need more than 32 bits: all that have no smaller limit", () => {
    const integers = everything.filter(
      ([way, { type, maximum }]) =>
        way.startsWith("#/components/schemas") && [type].flat().includes("integer") && maximum === undefined,
    );
    expect(integers.length).toBeGreaterThan(50);
    expect(integers.filter(([, { format }]) => format !== "int64").map(([way]) => way)).toEqual([]);
  });

  it("has no schema named like something of the browser's", () => {
    const taken = ["Event", "Location", "Request", "Response", "Error"];
    expect(Object.keys(document.components.schemas).filter((name) => taken.includes(name))).toEqual([]);
  });

  it("never takes an optional field of a request for a required one: no default stands among the schemas", () => {
    const defaults = everything.filter(
      ([way, value]) => way.startsWith("#/components/schemas") && "default" in value,
    );
    expect(defaults.map(([way]) => way)).toEqual([]);
    const { properties, required } = requestSchema("CreatePayment");
    expect(properties.currency.default).toBe("usd");
    expect(required).toEqual(["amountCents"]);
    expect(requestSchema("CreateLocation").properties.country.default).toBe("US");
    expect(requestSchema("CreateAccount").properties.country.default).toBe("US");
  });

  it("lets answers grow, and rejects unknown fields of requests", () => {
    const closed = everything.filter(([, value]) => value.additionalProperties === false).map(([way]) => way);
    expect(closed.filter((way) => !way.startsWith("#/components/requestBodies/"))).toEqual([]);
    expect(closed).toHaveLength(Object.keys(document.components.requestBodies).length);
  });

  it("names the items of lists and the entries of the timeline", () => {
    const items = (path: string) =>
      document.paths[path].get.responses["200"].content["application/json"].schema.items.$ref;
    expect(items("/v1/events")).toBe("#/components/schemas/EventSummary");
    expect(items("/v1/terminal/readers")).toBe("#/components/schemas/TerminalReader");
    expect(items("/v1/payments/{id}/timeline")).toBe("#/components/schemas/TimelineEntry");
    expect(document.components.schemas.TimelineEntry.oneOf).toHaveLength(6);
  });
});

it("every union of ours names the field that tells its kinds apart", () => {
  for (const name of ["TimelineEntry", "CallbackEvent", "ServiceEvent"]) {
    const { oneOf, discriminator } = document.components.schemas[name];
    const named = Object.values(discriminator.mapping);
    expect(named, name).toEqual(oneOf.map(({ $ref }: { $ref: string }) => $ref));
  }
});

describe("webhooks", () => {
  const webhooks = document.webhooks as Record<string, { post: Entry }>;

  it("are the nine events of the specification, those that can be chosen beside them, and the test event", () => {
    expect(Object.keys(webhooks)).toEqual([
      ...DEFAULT_EVENTS,
      ...EVENT_NAMES.slice(DEFAULT_EVENTS.length),
      "callback.test",
    ]);
    expect(document.components.schemas.CallbackEvent.oneOf).toHaveLength(
      EVENT_NAMES.filter((type) => EVENT_TYPES[type].maker === "processor").length + 1,
    );
  });

  it.each(Object.entries(webhooks))(
    "%s carries the headers and signature of every callback",
    (_, { post }) => {
      const required = post.parameters.filter((header) => header.required).map(({ name }) => name);
      expect(required).toEqual(
        expect.arrayContaining(["Svc-Signature", "Svc-Event-Id", "Svc-Event-Type", "Svc-Attempt"]),
      );
      expect(JSON.stringify(post)).toMatch(/HMAC-SHA256/);
    },
  );
});

const requestSchema = (name: string) =>
  document.components.requestBodies[name].content["application/json"].schema;

const PAYMENT = [
  "svcPaymentId",
  "status",
  "amountCents",
  "applicationFeeCents",
  "currency",
  "orderRef",
  "processorPaymentIntentId",
  "capturedCents",
  "refundedCents",
  "createdAt",
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
    { route: ["/v1/payments/{id}/refund", "post", "200"], fields: [...PAYMENT, "refundId"] },
  ])("$route has exactly the specified fields, all of them always", ({ route, fields }) => {
    const [path = "", method = "", status = ""] = route;
    const schema = resolved(
      document.paths[path][method].responses[status].content["application/json"].schema,
    );
    expect(Object.keys(schema.properties).sort()).toEqual([...fields].sort());
    expect([...schema.required].sort()).toEqual([...fields].sort());
  });

  it("GET /v1/payments/{id} has the specified fields among others, all of them always", () => {
    const { required } = document.components.schemas.FullPayment;
    expect(required).toEqual(expect.arrayContaining([...PAYMENT, "version", "captureBefore"]));
  });

  it("a failure may leave out only what is not always useful", () => {
    const { required } = document.components.schemas.Problem;
    expect(required).toEqual([
      "code",
      "type",
      "title",
      "status",
      "detail",
      "instance",
      "traceId",
      "retryable",
    ]);
  });
});

describe("a new payment's body", () => {
  it("must be sent, while a capture's and a refund's may be left out", () => {
    const required = (name: string) => document.components.requestBodies[name].required;
    expect(required("CreatePayment")).toBe(true);
    expect(required("CapturePayment")).toBe(false);
    expect(required("RefundPayment")).toBe(false);
  });

  it("publishes the limits of its amount and takes no unknown field", () => {
    const { properties, additionalProperties } = requestSchema("CreatePayment");
    expect(properties.amountCents).toMatchObject({ type: "integer", minimum: 50, maximum: 5_000_000 });
    expect(additionalProperties).toBe(false);
  });
});
