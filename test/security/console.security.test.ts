import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { FUNCTIONS, ROUTES } from "../../infra/topology.ts";
import {
  CONSOLE_ACCESS,
  type ConsoleAccess,
  type ConsoleNeed,
} from "../../shared/domain/access/console-session.ts";
import type { MerchantApi, Reply } from "../support/api.ts";
import { ConsoleTab } from "../support/console.ts";
import { useFunctionCalls } from "../support/function-calls.ts";
import { MERCHANT_ENDPOINTS } from "../support/merchant-endpoints.ts";
import { useService } from "../support/use-service.ts";

/** Who may do what in the console, route by route. A new route, or another right, is a decision: it is made here. */
const RIGHTS = {
  "GET /v1/payments": "read",
  "GET /v1/payments/{id}": "read",
  "GET /v1/payments/{id}/timeline": "read",
  "GET /v1/payments/{id}/details": "read",
  "POST /v1/payments/{id}/receipt": ["manage", "money"],
  "GET /v1/events": "read",
  "GET /v1/events/{id}": "read",
  "GET /v1/event-recoveries/{id}": "read",
  "POST /v1/callback-endpoints/{id}/diagnose": "read",
  "GET /v1/callback-endpoints": "read",
  "GET /v1/callback-endpoints/{id}": "read",
  "GET /v1/callback-endpoints/{id}/health": "read",
  "GET /v1/attention": "read",
  "GET /v1/disputes": "read",
  "GET /v1/statements": "read",
  "GET /v1/statements/{date}": "read",
  "GET /v1/statements/{date}/payments.csv": "read",
  "GET /v1/reports/balance": "read",
  "GET /v1/reports/balance.csv": "read",
  "GET /v1/reports/movements.csv": "read",
  "GET /v1/reports/payouts.csv": "read",
  "GET /v1/event-types": "read",
  "GET /v1/payouts": "read",
  "GET /v1/payouts/{id}": "read",
  "GET /v1/payouts/{id}/lines": "read",
  "GET /v1/payouts/{id}/lines.csv": "read",
  "GET /v1/found-payments": "read",
  "GET /v1/payment-totals": "read",
  "GET /v1/overview": "read",
  "GET /v1/balance": "read",
  "GET /v1/onboarding/status": "read",
  "GET /v1/session": "read",
  "GET /v1/keys": "read",
  "GET /v1/console-sessions": "read",
  "POST /v1/session/end": "read",
  "POST /v1/events/{id}/redeliver": "manage",
  "POST /v1/events/recover": "manage",
  "POST /v1/callback-endpoints/{id}/test": ["manage", "setup"],
  "POST /v1/callback-endpoints/{id}/disable": "manage",
  "POST /v1/callback-endpoints/{id}/enable": "manage",
  "POST /v1/console-sessions/{id}/end": "manage",
  "POST /v1/console-sessions/end-all": "manage",
  "POST /v1/callback-endpoints": "setup",
  "PUT /v1/callback-endpoints/{id}": "setup",
  "POST /v1/callback-endpoints/{id}/delete": "setup",
  "POST /v1/callback-endpoints/{id}/rotate-secret": "setup",
  "POST /v1/onboarding/link": "setup",
  "GET /v1/wallet-domains": "setup",
  "POST /v1/wallet-domains": "setup",
  "POST /v1/wallet-domains/{id}/validate": "setup",
  "POST /v1/payments/{id}/capture": "money",
  "POST /v1/payments/{id}/cancel": "money",
  "POST /v1/payments/{id}/refund": "money",
  "POST /v1/attention/{id}/resolve": "money",
} as const satisfies Record<string, ConsoleNeed | readonly ConsoleNeed[]>;

/** What each kind of session may do, reading included. */
const MAY: Record<ConsoleAccess, readonly ConsoleNeed[]> = {
  read: ["read"],
  manage: ["read", "manage"],
  setup: ["read", "setup"],
  money: ["read", "money"],
  finance: ["read"],
  support: ["read", "manage", "money"],
  developer: ["read", "manage", "setup"],
  owner: ["read", "manage", "setup", "money"],
};

const isAllowed = (right: ConsoleNeed | readonly ConsoleNeed[], access: ConsoleAccess): boolean =>
  [right].flat().some((one) => MAY[access].includes(one as ConsoleNeed));

/** A session of a back-office key may do no more than the key: of what moves money, it refunds. */
const BACK_OFFICE = {
  "POST /v1/payments/{id}/refund": "money",
  "POST /v1/attention/{id}/resolve": "money",
} as const;

const service = useService({ muted: true });
const calls = useFunctionCalls();
let api: MerchantApi;
let reader: ConsoleTab;
let manager: ConsoleTab;
let refunder: ConsoleTab;
const tabs = new Map<ConsoleAccess, ConsoleTab>();
beforeAll(async () => {
  api = await service.otherMerchant();
  await api.setEndpoint({ url: "https://shop.example/callbacks" });
  for (const access of CONSOLE_ACCESS) tabs.set(access, await ConsoleTab.open(api, access));
  reader = tabOf("read");
  manager = tabOf("manage");
  refunder = await ConsoleTab.open(await service.keyWith(api, "back-office"), "money");
});

const tabOf = (access: ConsoleAccess): ConsoleTab => tabs.get(access) ?? reader;

const concrete = (path: string) =>
  path
    .replace("console-sessions/{id}", `console-sessions/ses_${"0".repeat(36)}`)
    .replace(/payments\/\{id\}/, `payments/svcpay_${"0".repeat(32)}`)
    .replace("recoveries/{id}", `recoveries/rcv_${"0".repeat(32)}`)
    .replace(/payouts\/\{id\}/, "payouts/po_unknown")
    .replace("callback-endpoints/{id}", `callback-endpoints/ep_${"0".repeat(16)}`)
    .replace("{id}", "evt_unknown")
    .replace("{date}", "2026-01-01");

/** Where a query is required. */
const queryOf = (path: string) => (path.includes("/reports/") ? "?from=2026-01-01&to=2026-01-01" : "");

/** A merchant has twenty places for open sessions: what this file has left open makes room. */
async function reopen(): Promise<void> {
  await api.call("POST", "/v1/console-sessions/end-all", {});
  for (const access of CONSOLE_ACCESS) tabs.set(access, await ConsoleTab.open(api, access));
  [reader, manager] = [tabOf("read"), tabOf("manage")];
  refunder = await ConsoleTab.open(await service.keyWith(api, "back-office"), "money");
}

const partsOf = (right: string) => right.split(" ") as [string, string];
const bodyOf = (method: string, path: string) =>
  MERCHANT_ENDPOINTS.find((operation) => operation.method === method && operation.path === path)?.example;

const WORKERS = FUNCTIONS.filter(({ routes }) => routes.length === 0).map(({ name }) => name);

/** All that requests cause, reads and writes, at the ledger, the queues and the processor. Callbacks may be under way. */
const io = () => [...calls.filter(({ by }) => !WORKERS.includes(by)), ...service.processor.passed];

/** The same bytes for every rejection, save what names the request itself. */
const REJECTION = (path: string) => ({
  code: "unauthorized",
  type: expect.stringMatching(/\/problems\/unauthorized$/),
  title: "Unauthorized",
  status: 401,
  detail: "There is no such console session, or it has ended. Open the console with a new link.",
  instance: `/console${path}`,
  traceId: expect.any(String),
  retryable: false,
});

function expectRejected(reply: Reply, path: string): void {
  expect(reply.json).toEqual(REJECTION(path));
  expect(reply.status).toBe(401);
  expect(reply.headers.getSetCookie()).toEqual([]);
}

it("has the console's routes that are listed here, each with its access, and no others", () => {
  for (const { method, path, console } of MERCHANT_ENDPOINTS)
    expect(console, path).toEqual((RIGHTS as Record<string, unknown>)[`${method} ${path}`]);
  const routes = ROUTES.filter(({ path }) => path.startsWith("/console/v1/"));
  expect(routes.map(({ method, path }) => `${method} ${path.slice("/console".length)}`).sort()).toEqual(
    Object.keys(RIGHTS).sort(),
  );
});

describe.each(Object.entries(RIGHTS))("%s", (route, right) => {
  const [method, template] = partsOf(route);
  const path = concrete(template);
  const body = bodyOf(method, template);
  // These end the session that calls them, and one of them all others, too.
  const endsAll = template.endsWith("/end-all");
  const endsIt = endsAll || template.endsWith("/session/end");
  if (endsAll) afterAll(reopen);
  const tabWith = async (access: ConsoleAccess) => (endsIt ? ConsoleTab.open(api, access) : tabOf(access));
  const isLetIn = (reply: Reply) => {
    // 429: many sessions of one merchant make a file. It is counted only after the session was let in.
    // 400: the endpoint that an earlier session has created, under the same URL.
    const rejections = template === "/v1/callback-endpoints" ? [400, 429] : [404, 409, 429];
    expect([200, 201, 202, ...rejections]).toContain(reply.status);
  };

  it("is rejected without a session, and no I/O is made", async () => {
    const nobody = new ConsoleTab(api.baseUrl, { sessionId: reader.sessionId, cookie: "" });
    expectRejected(await nobody.call(method, path, body, { cookie: undefined }), path);
    expect(io()).toEqual([]);
  });

  it("takes no API key instead", async () => {
    const headers = { "X-Api-Key": api.apiKey, Authorization: `Bearer ${api.apiKey}` };
    expectRejected(await reader.call(method, path, body, { cookie: undefined, headers }), path);
    expect(io()).toEqual([]);
  });

  it.each(CONSOLE_ACCESS.filter((access) => isAllowed(right, access)))(
    "lets in a session that may %s",
    async (access) => isLetIn(await (await tabWith(access)).call(method, path + queryOf(path), body)),
  );

  it.each(CONSOLE_ACCESS.filter((access) => !isAllowed(right, access)))(
    "rejects a session that may %s, because that includes nothing of this",
    async (access) => expectRejected(await (await tabWith(access)).call(method, path, body), path),
  );
});

const MONEY = Object.entries(RIGHTS).flatMap(([route, right]) => (right === "money" ? [route] : []));

it.each(MONEY)(
  "a back-office key's money session may do of what moves money what its key may: %s",
  async (route) => {
    const [method, template] = partsOf(route);
    const path = concrete(template);
    const reply = await refunder.call(method, path, bodyOf(method, template));
    if (route in BACK_OFFICE) expect(reply.status).toBe(404);
    else expectRejected(reply, path);
  },
);

const UNMARKED = MERCHANT_ENDPOINTS.filter(({ method, path }) => !(`${method} ${path}` in RIGHTS));

it.each(UNMARKED)("has no way to $name: $method $path", async ({ method, path, example }) => {
  const reply = await manager.call(method, concrete(path), example);
  expect([404, 405]).toContain(reply.status);
});

it.each(MERCHANT_ENDPOINTS)("never looks at a cookie on $method $path", async ({ method, path, example }) => {
  const headers = { Cookie: manager.cookie, "Svc-Console": manager.sessionId, Origin: api.baseUrl };
  const given = example === undefined ? {} : { body: JSON.stringify(example) };
  const response = await fetch(api.baseUrl + concrete(path), {
    method,
    headers: { "Content-Type": "application/json", "Idempotency-Key": randomUUID(), ...headers },
    ...given,
  });
  expect(response.status).toBe(401);
  expect(io()).toEqual([]);
});
