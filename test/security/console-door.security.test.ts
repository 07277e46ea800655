import { randomBytes, randomUUID } from "node:crypto";
import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { beforeAll, describe, expect, it } from "vitest";
import { startInvocation } from "../../infra/local/invocation-context.ts";
import { ENDPOINTS } from "../../infra/topology.ts";
import { composeCode, composeToken, newSessionId } from "../../shared/domain/access/console-session.ts";
import { createSession } from "../../shared/flows/console/create-session.ts";
import { getMerchant } from "../../shared/ledger/merchants.ts";
import { pack } from "../../shared/ledger/table.ts";
import type { MerchantApi, Reply } from "../support/api.ts";
import { ConsoleTab, exchange, offer } from "../support/console.ts";
import { countedDuring } from "../support/counted.ts";
import { putEvents } from "../support/events.ts";
import { merchantIdOf } from "../support/onboarding.ts";
import { useService } from "../support/use-service.ts";

/** Who gets through the console's door, and what they get to see behind it. */
const service = useService({ muted: true });
let api: MerchantApi;
let tab: ConsoleTab;
let endpointId: string;
beforeAll(async () => {
  api = await service.otherMerchant();
  endpointId = String((await api.setEndpoint({ url: "https://shop.example/callbacks" })).json.id);
  tab = await ConsoleTab.open(api, "manage");
});

// First in this file: metrics are off once something was counted without them.
it("a code that comes a second time is counted, so that an alarm can ring", async () => {
  const code = await offer(api);
  const counted = await countedDuring(async () => {
    expect((await exchange(api.baseUrl, code)).reply.status).toBe(200);
    expect((await exchange(api.baseUrl, code)).reply.status).toBe(401);
    expect((await exchange(api.baseUrl, code)).reply.status).toBe(401);
  });
  expect(counted).toEqual({ ReusedCodes: 1 });
});

/** What the door would read or write. Beside it the stack's own work goes on, such as deliveries. */
const doorCalls = () => service.dynamodb.passed.filter(({ body }) => /CONSOLE#|KEYS#|AUDIT#/.test(body));

/** Always these bytes, save what names the request itself and our own address. */
function expectRejected(reply: Reply): void {
  const { type, traceId: _, instance: __, ...rest } = reply.json;
  expect(JSON.stringify(rest)).toBe(
    '{"code":"unauthorized","title":"Unauthorized","status":401,"detail":"There is no such console session, or it has ended. Open the console with a new link.","retryable":false}',
  );
  expect(type).toMatch(/\/problems\/unauthorized$/);
  expect(reply.status).toBe(401);
  expect(reply.headers.getSetCookie()).toEqual([]);
  // It names a way to authenticate that there is none of here.
  expect(reply.headers.get("www-authenticate")).toBeNull();
}

/** As the local gateway has it, over plain http. */
const cookieWith = (token: string, sessionId = tab.sessionId) => `svc-console-${sessionId}=${token}`;

/** What API Gateway hands to a function; the local gateway rejects some of these requests before any function. */
async function onAws(functionName: string, routeKey: string, given: Sent, body: object = {}): Promise<Reply> {
  const [method = "", path = ""] = routeKey.split(" ");
  const handler = service.stack.handlers.get(functionName);
  const headers = Object.entries(given).filter(([, value]) => value !== undefined);
  const event = {
    version: "2.0",
    routeKey,
    rawPath: path,
    rawQueryString: "",
    cookies: [`__Host-svc-console-${tab.sessionId}=${tab.cookie.split("=")[1]}`],
    headers: Object.fromEntries(headers) as Record<string, string>,
    ...(path.includes("{id}") && { pathParameters: { id: endpointId } }),
    requestContext: { domainName: "pay.example.com", http: { method, path } },
    ...(method === "POST" && { body: JSON.stringify(body) }),
    isBase64Encoded: false,
  } as unknown as APIGatewayProxyEventV2;
  const result = await handler?.(event, startInvocation(25));
  const text = result?.body ?? "";
  const answered = new Headers(result?.headers as Record<string, string>);
  for (const cookie of result?.cookies ?? []) answered.append("Set-Cookie", cookie);
  return { status: result?.statusCode ?? 0, headers: answered, text, json: JSON.parse(text) };
}

const change = () => ({ at: Date.now(), random: randomBytes });

type Sent = Record<string, string | undefined>;

describe("on AWS is rejected without any I/O", () => {
  const OURS = { origin: "https://pay.example.com", "sec-fetch-site": "same-origin" };
  const ELSEWHERE: [string, Sent][] = [
    ["another site", { "sec-fetch-site": "cross-site" }],
    ["a neighbor's host", { "sec-fetch-site": "same-site" }],
    ["a typed address", { "sec-fetch-site": "none" }],
  ];
  const ANOTHER_TAB: [string, Sent][] = [
    ["no tab", { "svc-console": undefined }],
    ["another tab", { "svc-console": `ses_${"0".repeat(36)}` }],
  ];
  const NO_ORIGIN: [string, Sent][] = [
    ["no origin", { origin: undefined }],
    ["a null origin", { origin: "null" }],
    ["a foreign origin", { origin: "https://evil.example" }],
    ["our host in clear", { origin: "http://pay.example.com" }],
    ["our host on another port", { origin: "https://pay.example.com:8443" }],
    ["a host that begins like ours", { origin: "https://pay.example.com.evil.example" }],
  ];
  const list = (headers: Sent = {}) =>
    onAws("list-payments", "GET /console/v1/payments", { ...OURS, "svc-console": tab.sessionId, ...headers });
  const disable = (headers: Sent = {}) =>
    onAws("disable-callback-endpoint", "POST /console/v1/callback-endpoints/{id}/disable", {
      ...OURS,
      "svc-console": tab.sessionId,
      ...headers,
    });
  const enter = (code: string, headers: Sent = {}) =>
    onAws("console-entry", "POST /console/session", { ...OURS, ...headers }, { code });

  it("nothing of our own page", async () => {
    expect((await list()).status).toBe(200);
    expect((await list({ origin: undefined, "sec-fetch-site": undefined })).status).toBe(200);
    expect((await disable()).status).toBe(200);
    expect((await disable({ "sec-fetch-site": undefined })).status).toBe(200);
    await api.onEndpoint("enable");
  });

  it.each([...ELSEWHERE, ...ANOTHER_TAB])("a GET from %s", async (_, headers) => {
    const reply = await list(headers);
    expect(doorCalls()).toEqual([]);
    expectRejected(reply);
  });

  it.each([...ELSEWHERE, ...ANOTHER_TAB, ...NO_ORIGIN])("a POST from %s", async (_, headers) => {
    const reply = await disable(headers);
    expect(doorCalls()).toEqual([]);
    expectRejected(reply);
  });

  it("an exchange from elsewhere, and the code is not used up by it", async () => {
    const code = await offer(api);
    service.clearWires();
    for (const [, headers] of [...ELSEWHERE, ...NO_ORIGIN]) expectRejected(await enter(code, headers));
    expect(doorCalls()).toEqual([]);
    const entered = await enter(code);
    expect(entered.status).toBe(200);
    expect(entered.headers.getSetCookie()).toEqual([
      expect.stringMatching(
        /^__Host-svc-console-ses_\w{36}=svc_ses_\w{70}; Path=\/; Secure; HttpOnly; SameSite=Strict; Max-Age=28800$/,
      ),
    ]);
  });
});

describe("without any I/O is rejected", () => {
  it("one of two cookies of our name, whichever comes first", async () => {
    const other = cookieWith(composeToken(tab.sessionId, randomBytes).text);
    for (const cookie of [
      `${tab.cookie}; ${other}`,
      `${other}; ${tab.cookie}`,
      `${tab.cookie}; ${tab.cookie}`,
    ]) {
      service.clearWires();
      const reply = await tab.call("GET", "/v1/payments", undefined, { cookie });
      expect(doorCalls()).toEqual([]);
      expectRejected(reply);
    }
  });

  it.each(["", "svc_ses_short", "undefined", "svc_code_x", `svc_ses_${"0".repeat(70)}`])(
    "a cookie that is no token: %j",
    async (token) => {
      const reply = await tab.call("GET", "/v1/payments", undefined, { cookie: cookieWith(token) });
      expect(doorCalls()).toEqual([]);
      expectRejected(reply);
    },
  );

  it.each([
    "",
    "svc_code_short",
    "svc_live_x",
    `svc_code_${"0".repeat(70)}`,
    `svc_code_${"0".repeat(8000)}`,
    "\u0000",
    null,
    7,
    true,
    ["svc_code_x"],
    { code: "svc_code_x" },
    undefined,
  ])("a code that is none: %j", async (code) => {
    const { reply } = await exchange(api.baseUrl, code);
    expect(doorCalls()).toEqual([]);
    expectRejected(reply);
  });
});

describe("with the same bytes is rejected", () => {
  it("a well-formed token of a session that there is none of, and a wrong one of one that there is", async () => {
    const merchantId = merchantIdOf(api);
    const nobody = newSessionId(merchantId, { kind: "operator", name: "x", reason: "y" }, "03", randomBytes);
    for (const sessionId of [nobody, tab.sessionId]) {
      const cookie = cookieWith(composeToken(sessionId, randomBytes).text, sessionId);
      const stranger = new ConsoleTab(api.baseUrl, { sessionId, cookie });
      expectRejected(await stranger.call("GET", "/v1/payments"));
      expectRejected((await exchange(api.baseUrl, composeCode(sessionId, randomBytes).text)).reply);
    }
    expect((await tab.call("GET", "/v1/session")).status).toBe(200);
  });
});

it("another merchant's payment, event and session look like unknown ones", async () => {
  const other = await service.otherMerchant();
  const stranger = await ConsoleTab.open(other, "manage");
  const { svcPaymentId } = (await api.create({ amountCents: 1000 }, randomUUID())).json;
  const eventId = `evt_${randomUUID().replaceAll("-", "")}`;
  await putEvents(service, [{ eventId, merchantId: merchantIdOf(api), delivery: "dead" }]);
  for (const path of [
    `/v1/payments/${svcPaymentId}`,
    `/v1/payments/${svcPaymentId}/timeline`,
    `/v1/events/${eventId}`,
  ])
    expect((await stranger.call("GET", path)).status).toBe(404);
  expect((await other.call("POST", `/v1/console-sessions/${tab.sessionId}/end`)).status).toBe(404);
  expect((await tab.call("GET", "/v1/session")).status).toBe(200);
});

it("a code, a token, a client secret and an email address are in no item, and in nothing that a session sees", async () => {
  const code = await offer(api);
  const { cookie, sessionId } = await exchange(api.baseUrl, code);
  const [, token = ""] = cookie.split("=");
  const items = JSON.stringify(await service.items());
  for (const secret of [code, token]) {
    expect(secret).toMatch(/^svc_(code|ses)_/);
    expect(items).not.toContain(secret);
    expect(items).not.toContain(secret.slice(secret.indexOf("_", 4) + 37, -6));
  }
  const created = await api.create({ amountCents: 1000, description: "Roses for canary" }, randomUUID());
  const { clientSecret, svcPaymentId } = created.json;
  const eventId = `evt_${randomUUID().replaceAll("-", "")}`;
  const intent = {
    id: "pi_3QExample000000000",
    client_secret: clientSecret,
    receipt_email: "canary@example.com",
  };
  await putEvents(service, [
    {
      eventId,
      merchantId: merchantIdOf(api),
      delivery: "dead",
      svcPaymentId: String(svcPaymentId),
      body: pack(
        JSON.stringify({
          id: eventId,
          data: { object: { ...intent, metadata: { "canary@example.com": "canary" } } },
        }),
      ),
    },
  ]);
  const reader = new ConsoleTab(api.baseUrl, { sessionId, cookie });
  const merchant = await getMerchant(merchantIdOf(api));
  const helper = { kind: "operator", name: "olivia", reason: "help" } as const;
  const offered = await createSession(merchant, { access: "read", maker: helper }, change());
  const operator = new ConsoleTab(api.baseUrl, await exchange(api.baseUrl, offered.code));
  const paths = ["/v1/events", `/v1/events/${eventId}`, `/v1/payments/${svcPaymentId}/timeline`];
  const seen = await Promise.all([
    ...paths.map((path) => reader.call("GET", path)),
    ...[...paths, "/v1/payments", `/v1/payments/${svcPaymentId}`].map((path) => operator.call("GET", path)),
  ]);
  for (const { status, text } of seen) {
    expect(status).toBe(200);
    expect(text).not.toMatch(/canary|_secret_|whsec_/);
  }
  expect(seen[1]?.text).toContain("pi_3QExample000000000");
  // What a merchant wrote about its payment is on the merchant's own screens, and on no operator's.
  const find = (tab: ConsoleTab) => tab.call("GET", `/v1/payments?svcPaymentId=${svcPaymentId}`);
  expect((await find(reader)).json).toMatchObject([{ description: "Roses for canary", branch: null }]);
  expect((await find(operator)).json).toMatchObject([{ description: "•••", branch: null }]);
  expect((await api.call("GET", `/v1/events/${eventId}`)).text).toContain("canary@example.com");
});

/** For browsers, on whatever we answer. */
const HEADERS = {
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "cross-origin-resource-policy": "same-origin",
  "strict-transport-security": "max-age=31536000",
};

it.each([
  ...ENDPOINTS.map(({ method, path }) => ({ method, path: path.replace("{code}", "not_found") })),
  { method: "GET", path: "/nothing" },
  { method: "DELETE", path: "/v1/payments" },
  { method: "GET", path: "/console/v1/payments" },
  { method: "POST", path: "/console/v1/payments/intents" },
])("$method $path tells a browser to be careful, and lets no other origin read", async ({ method, path }) => {
  const headers = { Origin: api.baseUrl, "Content-Type": "application/json" };
  const reply = await fetch(api.baseUrl + path, { method, headers, redirect: "manual" });
  await reply.text();
  for (const [name, value] of Object.entries(HEADERS)) expect(reply.headers.get(name), name).toBe(value);
  const shared = [...reply.headers.keys()].filter((name) => name.startsWith("access-control-"));
  expect(shared).toEqual(path.startsWith("/v1/openapi") ? ["access-control-allow-origin"] : []);
});
