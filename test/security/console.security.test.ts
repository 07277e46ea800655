import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { FUNCTIONS, MERCHANT_OPERATIONS, ROUTES } from "../../infra/topology.ts";
import type { MerchantApi, Reply } from "../support/api.ts";
import { ConsoleTab } from "../support/console.ts";
import { useFunctionCalls } from "../support/function-calls.ts";
import { useService } from "../support/use-service.ts";

/** Who may do what in the console, route by route. A new route, or another right, is a decision: it is made here. */
const RIGHTS = {
  "GET /v1/payments": "read",
  "GET /v1/payments/{id}": "read",
  "GET /v1/payments/{id}/timeline": "read",
  "GET /v1/events": "read",
  "GET /v1/events/{id}": "read",
  "GET /v1/events/recoveries/{id}": "read",
  "GET /v1/callback-endpoint": "read",
  "GET /v1/callback-endpoint/health": "read",
  "POST /v1/callback-endpoint/diagnose": "read",
  "GET /v1/statements": "read",
  "GET /v1/statements/{date}": "read",
  "GET /v1/session": "read",
  "POST /v1/session/end": "read",
  "POST /v1/events/{id}/redeliver": "manage",
  "POST /v1/events/recover": "manage",
  "POST /v1/callback-endpoint/test": "manage",
  "POST /v1/callback-endpoint/disable": "manage",
  "POST /v1/callback-endpoint/enable": "manage",
} as const;

const service = useService({ muted: true });
const calls = useFunctionCalls();
let api: MerchantApi;
let reader: ConsoleTab;
let manager: ConsoleTab;
beforeAll(async () => {
  api = await service.otherMerchant();
  await api.call("PUT", "/v1/callback-endpoint", { url: "https://shop.example/callbacks" });
  reader = await ConsoleTab.open(api);
  manager = await ConsoleTab.open(api, "manage");
});

const concrete = (path: string) =>
  path
    .replace(/payments\/\{id\}/, `payments/svcpay_${"0".repeat(32)}`)
    .replace("recoveries/{id}", `recoveries/rcv_${"0".repeat(32)}`)
    .replace("{id}", "evt_unknown")
    .replace("{date}", "2026-01-01");

const partsOf = (right: string) => right.split(" ") as [string, string];
const bodyOf = (method: string, path: string) =>
  MERCHANT_OPERATIONS.find((operation) => operation.method === method && operation.path === path)?.example;

const WORKERS = FUNCTIONS.filter(({ routes }) => routes.length === 0).map(({ name }) => name);

/** All that requests cause, reads and writes, at the ledger, the queues and the processor. Callbacks may be under way. */
const io = () => [...calls.filter(({ by }) => !WORKERS.includes(by)), ...service.processor.passed];

/** The same bytes for every refusal, save what names the request itself. */
const REFUSAL = (path: string) => ({
  type: expect.stringMatching(/\/problems\/unauthorized$/),
  title: "Unauthorized",
  status: 401,
  detail: "There is no such console session, or it has ended.",
  instance: `/console${path}`,
  traceId: expect.any(String),
  retryable: false,
});

function expectRefused(reply: Reply, path: string): void {
  expect(reply.json).toEqual(REFUSAL(path));
  expect(reply.status).toBe(401);
  expect(reply.headers.getSetCookie()).toEqual([]);
}

it("has the console's routes that are listed here, and no others", () => {
  const routes = ROUTES.filter(({ path }) => path.startsWith("/console/v1/"));
  expect(routes.map(({ method, path }) => `${method} ${path.slice("/console".length)}`).sort()).toEqual(
    Object.keys(RIGHTS).sort(),
  );
});

describe.each(Object.entries(RIGHTS))("%s", (route, right) => {
  const [method, template] = partsOf(route);
  const path = concrete(template);
  const body = bodyOf(method, template);
  // This one ends the session that calls it.
  const own = template === "/v1/session/end";
  const let_in = (access: "read" | "manage") =>
    own ? ConsoleTab.open(api, access) : Promise.resolve(access === "read" ? reader : manager);

  it("is refused without a session, and no I/O is made", async () => {
    const nobody = new ConsoleTab(api.baseUrl, { sessionId: reader.sessionId, cookie: "" });
    expectRefused(await nobody.call(method, path, body, { cookie: undefined }), path);
    expect(io()).toEqual([]);
  });

  it("takes no API key instead", async () => {
    const headers = { "X-Api-Key": api.apiKey, Authorization: `Bearer ${api.apiKey}` };
    expectRefused(await reader.call(method, path, body, { cookie: undefined, headers }), path);
    expect(io()).toEqual([]);
  });

  it(`${right === "read" ? "lets in" : "refuses"} a session that may read`, async () => {
    const reply = await (await let_in("read")).call(method, path, body);
    if (right === "read") expect([200, 202, 404]).toContain(reply.status);
    else expectRefused(reply, path);
  });

  it("lets in a session that may manage", async () => {
    const reply = await (await let_in("manage")).call(method, path, body);
    expect([200, 202, 404, 409]).toContain(reply.status);
  });
});

const UNMARKED = MERCHANT_OPERATIONS.filter(({ method, path }) => !(`${method} ${path}` in RIGHTS));

it.each(UNMARKED)("has no way to $name: $method $path", async ({ method, path, example }) => {
  const reply = await manager.call(method, concrete(path), example);
  expect([404, 405]).toContain(reply.status);
});

it.each(MERCHANT_OPERATIONS)(
  "never looks at a cookie on $method $path",
  async ({ method, path, example }) => {
    const headers = { Cookie: manager.cookie, "Svc-Console": manager.sessionId, Origin: api.baseUrl };
    const given = example === undefined ? {} : { body: JSON.stringify(example) };
    const response = await fetch(api.baseUrl + concrete(path), {
      method,
      headers: { "Content-Type": "application/json", "Idempotency-Key": randomUUID(), ...headers },
      ...given,
    });
    expect(response.status).toBe(401);
    expect(io()).toEqual([]);
  },
);
