import { createHash } from "node:crypto";
import { describe, expect, it, vi } from "vitest";
import * as z from "zod/mini";
import type { Operation } from "../../../shared/contract/operation.ts";
import { Failure, type FailureCode, type FailureExtras } from "../../../shared/domain/failure.ts";
import { render } from "../../../shared/lambda/endpoint.ts";
import { bodySize, correlation, problems } from "../../../shared/lambda/every-answer.ts";
import type { HttpEvent, HttpRequest } from "../../../shared/lambda/http.ts";
import { publicEndpoint, renderPage } from "../../../shared/lambda/public-endpoint.ts";
import { byRoute, jsonBody } from "../../../shared/lambda/serve.ts";
import { validation } from "../../../shared/lambda/validation.ts";

/* What every request is held against, and what every answer carries, one middleware at a time. */
vi.stubEnv("LOG_LEVEL", "INFO");
vi.stubEnv("METRICS", "off");

type Given = {
  headers?: Record<string, string>;
  body?: string;
  isBase64Encoded?: boolean;
  sentBody?: unknown;
};
const eventOf = ({ headers = {}, sentBody, ...given }: Given = {}): HttpEvent =>
  ({
    ...{ headers, rawPath: "/v1/payments", facts: { traceId: "trace", startedAt: 0, sentBody }, ...given },
    requestContext: { requestId: "request", domainName: "pay.example" },
  }) as unknown as HttpEvent;

type Answered = { statusCode: number; body: string; headers: Record<string, string> };

/** The request once the middleware has seen it. */
async function passed(middleware: { before?: unknown }, event: HttpEvent): Promise<HttpEvent> {
  await (middleware.before as (request: { event: HttpEvent }) => unknown)({ event });
  return event;
}

describe("an Idempotency-Key", () => {
  const keyUnder = async (idempotencyKey: unknown, key?: string) => {
    const headers = key === undefined ? {} : { "idempotency-key": key };
    const { facts } = await passed(validation({ idempotencyKey } as Operation), eventOf({ headers }));
    return facts.idempotencyKey;
  };

  it("is taken where the operation knows one, and is nobody's business elsewhere", async () => {
    expect(await keyUnder("required", "order-1")).toBe("order-1");
    expect(await keyUnder("optional", "order-1")).toBe("order-1");
    expect(await keyUnder(undefined, "order-1")).toBeUndefined();
    // What has no body or query either is not looked at.
    expect(await keyUnder(undefined)).toBeUndefined();
  });

  it("may be left out only where it is optional", async () => {
    expect(await keyUnder("optional")).toBeUndefined();
    await expect(keyUnder("required")).rejects.toMatchObject({ code: "missing_header" });
  });

  it("an Idempotency-Key of a form that could be two headers in one is rejected, also where it is optional", async () => {
    for (const key of ["", "one, two", "é", "k".repeat(256)])
      await expect(keyUnder("optional", key)).rejects.toMatchObject({ code: "invalid_request" });
    expect(await keyUnder("optional", "k".repeat(255))).toHaveLength(255);
  });
});

it("a body that fits is handed on as it was parsed, with its defaults", async () => {
  const body = z.object({ reason: z._default(z.string(), "none") });
  const { facts } = await passed(validation({ body } as unknown as Operation), eventOf({ sentBody: {} }));
  expect(facts.body).toEqual({ reason: "none" });
  await expect(
    passed(validation({ body } as unknown as Operation), eventOf({ sentBody: { reason: 1 } })),
  ).rejects.toMatchObject({ code: "invalid_request", extras: { errors: [{ pointer: "/reason" }] } });
});

describe("a body", () => {
  it("may be as large as is allowed, in bytes and not in characters, and not a byte larger", async () => {
    await passed(bodySize(4), eventOf({ body: "éé" }));
    await passed(
      bodySize(4),
      eventOf({ body: Buffer.from("four").toString("base64"), isBase64Encoded: true }),
    );
    await expect(passed(bodySize(4), eventOf({ body: "ééx" }))).rejects.toMatchObject({
      code: "request_too_large",
    });
    await passed(bodySize(0), eventOf());
  });

  it("is parsed, whether it came as text or as bytes, and is {} where there is none", async () => {
    const sent = async (given: Given) => (await passed(jsonBody(), eventOf(given))).facts.sentBody;
    expect(await sent({ body: '{"a":"é"}' })).toEqual({ a: "é" });
    const bytes = Buffer.from('{"a":"é"}').toString("base64");
    expect(await sent({ body: bytes, isBase64Encoded: true })).toEqual({ a: "é" });
    expect(await sent({})).toEqual({});
    expect(await sent({ body: "", isBase64Encoded: true })).toEqual({});
    const broken = Buffer.from([0x22, 0xff, 0x22]).toString("base64");
    for (const given of [{ body: "{" }, { body: broken, isBase64Encoded: true }])
      await expect(sent(given)).rejects.toMatchObject({ code: "invalid_request" });
  });
});

describe("a request's trace", () => {
  const traceOf = async (given?: string) => {
    const headers = given === undefined ? {} : { "x-correlation-id": given };
    return (await passed(correlation("test"), eventOf({ headers }))).facts.traceId;
  };

  it("is the caller's own where that could break neither a header nor a log line, and a new one otherwise", async () => {
    for (const given of ["a", "a".repeat(128), "A.b_1~:-"]) expect(await traceOf(given)).toBe(given);
    for (const given of [undefined, "", "a".repeat(129), "a b", "a\nb"])
      expect(await traceOf(given)).toMatch(/^[0-9a-f-]{36}$/);
  });

  /** The line that an answer leaves, and the headers that it goes out with. */
  const finish = (statusCode: number | undefined, failure?: Failure) => {
    const written = vi.spyOn(process.stdout, "write").mockReturnValue(true);
    const event = eventOf();
    if (failure) event.facts.failure = failure;
    const request = { event, response: statusCode === undefined ? null : { statusCode } };
    correlation("test").after?.(request as unknown as HttpRequest);
    const [text = ""] = written.mock.calls.map(([line]) => String(line));
    written.mockRestore();
    return { ...JSON.parse(text), headers: (request.response as { headers?: object } | null)?.headers };
  };

  it("is on the answer, and on the one line that every request leaves", () => {
    expect(finish(200)).toMatchObject({
      ...{ level: "INFO", traceId: "trace", requestId: "request", outcome: "ok", status: 200 },
      headers: { "X-Correlation-Id": "trace" },
    });
    expect(finish(undefined)).toMatchObject({ status: 0 });
  });

  it("has a rejection's code on its line, which is an error's only where it is our own fault", () => {
    const cause = new TypeError("x is not a function");
    const away = new Failure("service_unavailable", "Away.", { cause });
    const rejected = new Failure("not_found", "None.", { cause });
    expect(finish(404, rejected)).toMatchObject({ level: "INFO", outcome: "not_found" });
    expect(Object.keys(finish(404, rejected)).filter((name) => /cause|error/i.test(name))).toEqual([]);
    expect(finish(500, away)).toMatchObject({ level: "ERROR", outcome: "service_unavailable" });
    expect(finish(499, rejected)).toMatchObject({ level: "INFO" });
    const bug = finish(500, new Failure("internal_error", "Something went wrong.", { cause }));
    expect(JSON.stringify(bug)).toContain("TypeError");
  });
});

describe("a problem", () => {
  const problemOf = (extras: FailureExtras = {}, code: FailureCode = "in_progress") => {
    const request = { event: eventOf(), error: new Failure(code, "Busy.", extras), response: null };
    problems().onError?.(request as never);
    const { body, headers, statusCode } = request.response as unknown as Answered;
    return { problem: JSON.parse(body), headers, statusCode };
  };

  it("says what went wrong, and nothing that nobody has said but when to come again", () => {
    const { problem, headers, statusCode } = problemOf();
    expect(statusCode).toBe(409);
    expect(problem).toEqual({
      ...{ code: "in_progress", type: "https://pay.example/problems/in_progress" },
      ...{ title: "In progress", status: 409 },
      ...{ detail: "Busy.", instance: "/v1/payments", traceId: "trace", retryable: true },
    });
    expect(headers).toEqual({
      ...{ "Content-Type": "application/problem+json", "Cache-Control": "no-store", "Retry-After": "5" },
    });
  });

  it("asks nobody to come again with what would fail again", () => {
    expect(problemOf({}, "outcome_unknown").headers).not.toHaveProperty("Retry-After");
  });

  it("carries what a client can act on: fields, codes, the scope it lacks, and when to come again", () => {
    const errors = [{ pointer: "/a", detail: "No." }];
    const codes = { processorCode: "card_declined", declineCode: "lost_card" };
    const { problem, headers } = problemOf({
      ...{ errors, ...codes, requiredScope: "refunds:write", retryAfterSeconds: 0 },
      ...{ allow: ["GET", "POST"], challenge: "Bearer" },
    });
    expect(problem).toMatchObject({ errors, ...codes, requiredScope: "refunds:write" });
    expect(headers).toMatchObject({
      ...{ "Retry-After": "0", Allow: "GET, POST", "WWW-Authenticate": "Bearer" },
    });
  });
});

describe("an answer", () => {
  const operationWith = (answer: object, given: object = {}) =>
    ({ answers: { 200: { description: "", ...answer } }, ...given }) as unknown as Operation;
  const asked = eventOf();
  asked.facts.query = { limit: 2, status: undefined };
  const answered = (operation: Operation, result: unknown) =>
    render(operation, result as never, asked) as Answered;

  it("an answer that was stored is repeated byte for byte, and says that it is a repetition only then", () => {
    const stored = operationWith({}, { storesAnswer: true });
    const first = answered(stored, { status: 201, body: '{"a": 1}', replayed: false });
    const headers = { "Content-Type": "application/json", "Cache-Control": "no-store" };
    expect(first).toEqual({ statusCode: 201, headers, body: '{"a": 1}' });
    const again = answered(stored, { status: 201, body: '{"a": 1}', replayed: true });
    expect(again.headers).toEqual({ ...headers, "Idempotent-Replayed": "true" });
  });

  it("an answer that is a list says where it goes on, with the same filters, only where it does", () => {
    const paged = operationWith({ paged: true });
    const linkOf = (page: object) => answered(paged, { items: [1], hasMore: true, ...page }).headers.Link;
    expect(linkOf({ lastId: "b" })).toBe(
      `<https://pay.example/v1/payments?limit=2&startingAfter=b>; rel="next"`,
    );
    expect(linkOf({ after: "c", lastId: "b" })).toBe(
      `<https://pay.example/v1/payments?limit=2&after=c>; rel="next"`,
    );
    expect(linkOf({ lastId: "b", hasMore: false })).toBeUndefined();
    expect(linkOf({})).toBeUndefined();
    expect(answered(paged, { items: [1], hasMore: false })).toMatchObject({ statusCode: 200, body: "[1]" });
  });

  it("an answer that was cut short says how far it has looked, and no other does", () => {
    const paged = operationWith({ paged: true });
    const headersOf = (page: object) => answered(paged, { items: [], hasMore: false, ...page }).headers;
    expect(headersOf({ searchedTo: 0 })).toMatchObject({ "Svc-Searched-To": "1970-01-01T00:00:00.000Z" });
    expect(headersOf({ answeredAt: 0 })).toMatchObject({ "Svc-Time": "1970-01-01T00:00:00.000Z" });
    for (const name of ["Svc-Searched-To", "Svc-Time"]) expect(headersOf({})).not.toHaveProperty(name);
  });

  const FILE = { "Content-Type": "text/csv; charset=utf-8", "Cache-Control": "no-store" };
  const PART = { name: "a.csv", text: "a,b", lineCount: 3, missingDays: [], notFinalDays: [] };
  const kept = (name: string) => ({ ...FILE, "Content-Disposition": `attachment; filename="${name}"` });
  it.each([
    ["a whole file", "a,b", kept("v1-payments")],
    ["the last part of one", PART, { ...kept("a.csv"), "Svc-Line-Count": "3" }],
    [
      "a part with days that are not there",
      { ...PART, after: "x", missingDays: ["2026-07-01"], notFinalDays: ["2026-07-02", "2026-07-03"] },
      {
        ...{
          ...kept("a.csv"),
          "Svc-Line-Count": "3",
          Link: `<https://pay.example/v1/payments?limit=2&after=x>; rel="next"`,
        },
        ...{ "Svc-Missing-Days": "2026-07-01", "Svc-Not-Final-Days": "2026-07-02/2026-07-03" },
      },
    ],
  ])("an answer that is %s is one to be kept", (_, file, headers) => {
    expect(answered(operationWith({ csv: true }), file)).toEqual({ statusCode: 200, headers, body: "a,b" });
  });

  it("an answer that is a page may run nothing, and show its own style and no other", () => {
    const hash = createHash("sha256").update("b{}").digest("base64");
    const NOTHING = "frame-ancestors 'none'; base-uri 'none'; form-action 'none'";
    const HTML = { "Content-Type": "text/html; charset=utf-8", "Cache-Control": "no-store" };
    const pageWith = (policy: string) => ({
      ...{ statusCode: 200, headers: { ...HTML, "Content-Security-Policy": policy }, body: "<p>" },
    });
    expect(renderPage(200, "<p>")).toEqual(pageWith(`default-src 'none'; ${NOTHING}`));
    expect(renderPage(200, "<p>", "b{}")).toEqual(
      pageWith(`default-src 'none'; style-src 'sha256-${hash}'; ${NOTHING}`),
    );
  });
});

it("an operation without a key answers a browser with a page, where it has one, and everybody else with JSON", async () => {
  const operation = { name: "test", answers: { 200: {} } } as unknown as Operation;
  const toPage = () => "<p>Hello.</p>";
  const bodyFor = async (presentation: { toPage?: () => string }, accept?: string) => {
    const headers = accept === undefined ? {} : { accept };
    const handler = publicEndpoint(operation, () => ({ hello: true }) as never, presentation);
    const written = vi.spyOn(process.stdout, "write").mockReturnValue(true);
    const answer = (await handler(eventOf({ headers }), {} as never)) as Answered;
    written.mockRestore();
    return answer.body;
  };
  expect(await bodyFor({ toPage }, "text/html,application/xhtml+xml")).toBe("<p>Hello.</p>");
  expect(await bodyFor({ toPage }, "*/*")).toBe('{"hello":true}');
  expect(await bodyFor({ toPage })).toBe('{"hello":true}');
  expect(await bodyFor({}, "text/html")).toBe('{"hello":true}');
});

it("a function of several operations serves each at its own route, and at the console's where sessions may call it", async () => {
  const served = (name: string, console?: string) =>
    [
      { method: "GET", path: `/v1/${name}`, console } as unknown as Operation,
      async () => ({ body: name }),
    ] as const;
  const handler = byRoute([served("one"), served("two", "read")]);
  const bodyAt = async (routeKey: string) =>
    ((await handler({ routeKey } as never, {} as never)) as { body: string }).body;
  expect(await bodyAt("GET /v1/one")).toBe("one");
  expect(await bodyAt("GET /v1/two")).toBe("two");
  expect(await bodyAt("GET /console/v1/two")).toBe("two");
  await expect(async () => bodyAt("GET /console/v1/one")).rejects.toThrow("no such route");
});
