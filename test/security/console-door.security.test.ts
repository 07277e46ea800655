import { randomBytes, randomUUID } from "node:crypto";
import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { beforeAll, expect, it } from "vitest";
import { startInvocation } from "../../infra/local/invocation-context.ts";
import { ENDPOINTS } from "../../infra/topology.ts";
import { composeCode, composeToken, newSessionId } from "../../shared/domain/access/console-session.ts";
import { createSession } from "../../shared/flows/console/create-session.ts";
import { getMerchant } from "../../shared/ledger/merchants.ts";
import { pack } from "../../shared/ledger/table.ts";
import type { MerchantApi, Reply } from "../support/api.ts";
import { ConsoleTab, exchange, offer } from "../support/console.ts";
import { putEvents } from "../support/events.ts";
import { merchantIdOf } from "../support/onboarding.ts";
import { useService } from "../support/use-service.ts";

/** Who gets through the console's door, and what they get to see behind it. */
const service = useService({ muted: true });
let api: MerchantApi;
let tab: ConsoleTab;
beforeAll(async () => {
  api = await service.otherMerchant();
  tab = await ConsoleTab.open(api, "manage");
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

const change = () => ({ at: Date.now(), random: randomBytes });

/** An exchange as API Gateway hands it to the function; the local gateway rejects some of these requests before it. */
async function enterOnAws(code: string, headers: Record<string, string>): Promise<Reply> {
  const event = {
    version: "2.0",
    routeKey: "POST /console/session",
    rawPath: "/console/session",
    headers,
    requestContext: { domainName: "pay.example.com", http: { method: "POST", path: "/console/session" } },
    body: JSON.stringify({ code }),
    isBase64Encoded: false,
  } as unknown as APIGatewayProxyEventV2;
  const result = await service.stack.handlers.get("console-entry")?.(event, startInvocation(25));
  const text = result?.body ?? "";
  const answered = new Headers(result?.headers as Record<string, string>);
  for (const cookie of result?.cookies ?? []) answered.append("Set-Cookie", cookie);
  return { status: result?.statusCode ?? 0, headers: answered, text, json: JSON.parse(text) };
}

it("on AWS an exchange from elsewhere is rejected without any I/O, and the code is not used up by it", async () => {
  const ours = { origin: "https://pay.example.com", "sec-fetch-site": "same-origin" };
  const code = await offer(api);
  service.clearWires();
  expectRejected(await enterOnAws(code, { ...ours, "sec-fetch-site": "cross-site" }));
  expectRejected(await enterOnAws(code, { ...ours, origin: "https://evil.example" }));
  expect(doorCalls()).toEqual([]);
  const entered = await enterOnAws(code, ours);
  expect(entered.status).toBe(200);
  expect(entered.headers.getSetCookie()).toEqual([
    expect.stringMatching(
      /^__Host-svc-console-ses_\w{36}=svc_ses_\w{70}; Path=\/; Secure; HttpOnly; SameSite=Strict; Max-Age=28800$/,
    ),
  ]);
});

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
])("a code that is none is rejected without any I/O: %j", async (code) => {
  const { reply } = await exchange(api.baseUrl, code);
  expect(doorCalls()).toEqual([]);
  expectRejected(reply);
});

it("a well-formed token of a session that there is none of is rejected with the same bytes as a wrong one of one that there is", async () => {
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
