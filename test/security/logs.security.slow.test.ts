import { afterAll, beforeAll, expect, it } from "vitest";
import type { Demo } from "../../infra/local/demo.ts";
import { MerchantApi } from "../support/api.ts";
import { ConsoleTab, exchange, offer } from "../support/console.ts";
import { cleanUp, SpawnedStack, temporaryFolder } from "../support/spawned-stack.ts";

/** A stack of its own, at the most talkative log level, with every line that it writes after its banner kept. */
let demo: Demo;
let output = "";

beforeAll(async () => {
  const env = { LOG_LEVEL: "DEBUG" };
  const { child, demo: started } = await SpawnedStack.start(temporaryFolder(), { env });
  demo = started;
  // From here on only: the banner shows the demo's key on purpose.
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on("data", (text) => {
      output += text;
    });
  }
});
afterAll(cleanUp);

it("no field of a request, no key, secret, signature or e-mail ever reaches a log", async () => {
  const api = new MerchantApi(demo.baseUrl, demo.apiKey);
  const canary = (field: string) => `canary-${field}-4711`;
  const body = {
    amountCents: 1234,
    orderRef: canary("orderRef"),
    branch: canary("branch"),
    customerRef: canary("customerRef"),
    description: canary("description"),
    idempotencyKey: canary("idempotencyKey"),
  };
  const created = await api.create(body, canary("header"));
  expect(created.status).toBe(201);
  await api.create({ ...body, [canary("unknownField")]: 1 }, canary("other"));
  await api.create({ ...body, customerRef: "cus_canary4711" }, canary("rejected"));
  await api.call("POST", "/v1/payments/intents", undefined, {
    key: "k",
    rawBody: `{"x": "${canary("notJson")}`,
  });
  await api.call("POST", "/v1/onboarding/account", { email: "canary-email-4711@example.com" });
  await api.call("POST", "/v1/terminal/locations", { displayName: canary("displayName") });
  await api.call("GET", `/v1/payments/${canary("path")}`, undefined, {
    headers: { Cookie: canary("cookie") },
  });
  await fetch(demo.webhookUrl, {
    method: "POST",
    headers: { "Stripe-Signature": `t=1,v1=${canary("signature")}` },
    body: canary("webhookBody"),
  });
  const intentId = String(created.json.processorPaymentIntentId);
  await fetch(`${demo.processorUrl}/v1/payment_intents/${intentId}/confirm`, {
    method: "POST",
    headers: {
      Authorization: `Bearer ${demo.processorSecretKey}`,
      "Stripe-Account": demo.connectedAccountId,
    },
    body: new URLSearchParams({ payment_method: "pm_card_visa", return_url: "https://shop.example" }),
  });
  const code = await offer(api, "manage");
  const { reply: _, ...entered } = await exchange(api.baseUrl, code);
  const tab = new ConsoleTab(api.baseUrl, entered);
  await tab.call("GET", `/v1/payments/${created.json.svcPaymentId}/timeline`);
  await tab.call("GET", `/v1/events/${canary("event")}`, undefined, {
    headers: { "Svc-Console": canary("tab") },
  });
  await exchange(api.baseUrl, canary("code"));
  await exchange(api.baseUrl, code);
  await expect.poll(() => output).toContain("204 POST /demo/callbacks");
  await api.refund(created.json.svcPaymentId, { amountCents: 100 }, canary("refundKey"));
  await expect.poll(() => output).toContain('"operation":"refund-payment"');

  const written = output;
  expect(written).toContain('"operation":"create-payment"');
  // The access lines of the local gateway show paths; the functions' own logs do not.
  const functionLogs = written
    .split("\n")
    .filter((line) => line.startsWith("{"))
    .join("\n");
  expect(functionLogs).not.toMatch(/canary/);
  expectLines(functionLogs.split("\n"), { ...created.json, merchantId: demo.merchantId });
  const secretPart = demo.apiKey.slice("svc_live_".length + 26, -6);
  for (const secret of [
    demo.apiKey,
    secretPart,
    code,
    code.slice("svc_code_".length + 36, -6),
    entered.cookie.slice("svc-console=svc_ses_".length + 36, -6),
    demo.processorSecretKey.slice("sk_test_".length),
    demo.webhookSecret,
    demo.callbackSecret,
    String(created.json.clientSecret),
    "_secret_",
    "v1=",
  ]) {
    expect(written).not.toContain(secret);
  }
});

type Line = Record<string, unknown>;

/** Every function leaves a line per request or message, which says whose, about what, how it went and how long. */
function expectLines(texts: string[], payment: Line): void {
  const { svcPaymentId, merchantId } = payment;
  const lines = texts.map((text) => JSON.parse(text) as Line);
  const lineOf = (fields: Line) =>
    lines.find((line) => Object.entries(fields).every(([name, value]) => line[name] === value));
  const traced = {
    ...{ requestId: expect.any(String), milliseconds: expect.any(Number), traceId: expect.any(String) },
  };
  const eventId = expect.stringMatching(/^evt_/);
  const about = { merchantId, svcPaymentId };
  const expected: [found: Line, has: Line][] = [
    [
      { operation: "create-payment", status: 201 },
      { ...about, outcome: "ok" },
    ],
    [{ operation: "refund-payment" }, { svcPaymentId }],
    [{ operation: "webhook", status: 400 }, { outcome: "invalid_signature" }],
    [{ operation: "get-payment-timeline" }, { ...about, sessionId: expect.stringMatching(/^ses_/) }],
    [
      { operation: "webhook", eventType: "payment_intent.succeeded" },
      { ...about, eventId, outcome: "applied" },
    ],
  ];
  for (const [found, has] of expected)
    expect(lineOf({ message: "request", ...found })).toMatchObject({ ...traced, ...has });
  expect(lineOf({ message: "message", operation: "delivery", outcome: "delivered" })).toMatchObject({
    ...{ ...traced, merchantId, eventId, eventType: expect.any(String), attempt: 1, status: 204 },
  });
}
