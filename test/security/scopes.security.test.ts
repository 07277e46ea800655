import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { FUNCTIONS } from "../../infra/topology.ts";
import { PRESETS, type Preset, parseApiKey } from "../../shared/domain/access/api-key.ts";
import { apiKeyKey, pack } from "../../shared/ledger/table.ts";
import type { MerchantApi, Reply } from "../support/api.ts";
import { changeDelivery, putEvents } from "../support/events.ts";
import { expectProblem } from "../support/expect-problem.ts";
import { useFunctionCalls } from "../support/function-calls.ts";
import { changeItem } from "../support/ledger-edits.ts";
import { MERCHANT_ENDPOINTS } from "../support/merchant-endpoints.ts";
import { merchantIdOf } from "../support/onboarding.ts";
import { useService } from "../support/use-service.ts";

/**
 * Which key may do what, operation by operation: the scope that it needs, and the presets beside full that have it. A new
 * operation, or another right, is a decision: it is made here.
 */
const RIGHTS: Record<string, [scope: string, ...presets: Preset[]]> = {
  "create-payment": ["payments:write", "checkout", "till", "billing"],
  "capture-payment": ["payments:write", "checkout", "till", "billing"],
  "cancel-payment": ["payments:write", "checkout", "till", "billing"],
  "charge-payment": ["charges:write", "billing"],
  "refund-payment": ["refunds:write", "back-office"],
  "send-receipt": ["payments:write", "checkout", "till", "billing"],
  "create-customer": ["customers:write", "checkout", "billing"],
  "find-customers": ["customers:read", "checkout", "billing"],
  "delete-customer": ["customers:write", "checkout", "billing"],
  "set-up-customer": ["customers:write", "checkout", "billing"],
  "list-saved-methods": ["customers:read", "checkout", "billing"],
  "delete-saved-method": ["customers:write", "checkout", "billing"],
  "get-payment": ["payments:read", "checkout", "till", "billing", "back-office", "read"],
  "list-payments": ["payments:read", "checkout", "till", "billing", "back-office", "read"],
  "get-payment-details": ["payments:read", "checkout", "till", "billing", "back-office", "read"],
  "list-refunds": ["payments:read", "checkout", "till", "billing", "back-office", "read"],
  "preview-fee": ["payments:read", "checkout", "till", "billing", "back-office", "read"],
  "get-payment-timeline": ["events:read", "back-office", "read"],
  "create-connection-token": ["terminal", "till"],
  "create-location": ["terminal", "till"],
  "list-locations": ["terminal", "till"],
  "register-reader": ["terminal", "till"],
  "list-readers": ["terminal", "till"],
  "get-reader": ["terminal", "till"],
  "process-at-reader": ["terminal", "till"],
  "cancel-reader-action": ["terminal", "till"],
  "refund-at-reader": ["refunds:write", "back-office"],
  "create-account": ["onboarding"],
  "get-onboarding-status": ["onboarding"],
  "refresh-onboarding-status": ["onboarding"],
  "register-wallet-domain": ["onboarding"],
  "list-wallet-domains": ["onboarding"],
  "validate-wallet-domain": ["onboarding"],
  "create-onboarding-link": ["onboarding"],
  "list-events": ["events:read", "back-office", "read"],
  "get-event": ["events:read", "back-office", "read"],
  "redeliver-event": ["callbacks:write"],
  "recover-events": ["callbacks:write"],
  "get-recovery": ["events:read", "back-office", "read"],
  "get-callback-endpoint": ["events:read", "back-office", "read"],
  "list-event-types": ["events:read", "back-office", "read"],
  "get-callback-health": ["events:read", "back-office", "read"],
  "rotate-callback-secret": ["callbacks:write"],
  "disable-callback-endpoint": ["callbacks:write"],
  "enable-callback-endpoint": ["callbacks:write"],
  "test-callback-endpoint": ["callbacks:write"],
  "diagnose-callback": ["events:read", "back-office", "read"],
  "list-callback-endpoints": ["events:read", "back-office", "read"],
  "create-callback-endpoint": ["callbacks:write"],
  "update-callback-endpoint": ["callbacks:write"],
  "delete-callback-endpoint": ["callbacks:write"],
  "list-attention": ["events:read", "back-office", "read"],
  "resolve-attention": ["refunds:write", "back-office"],
  "list-disputes": ["finance:read", "back-office", "read"],
  "list-statements": ["finance:read", "back-office", "read"],
  "get-statement": ["finance:read", "back-office", "read"],
  "download-movements": ["finance:read", "back-office", "read"],
  "get-balance-report": ["finance:read", "back-office", "read"],
  "download-balance-report": ["finance:read", "back-office", "read"],
  "download-statement-payments": ["finance:read", "back-office", "read"],
  "list-payouts": ["finance:read", "back-office", "read"],
  "get-payout": ["finance:read", "back-office", "read"],
  "list-payout-lines": ["finance:read", "back-office", "read"],
  "download-payout-lines": ["finance:read", "back-office", "read"],
  "download-payouts": ["finance:read", "back-office", "read"],
  "create-console-session": ["console", "back-office"],
  "list-console-sessions": ["console", "back-office"],
  "end-console-session": ["console", "back-office"],
  "end-console-sessions": ["console", "back-office"],
};

const mayDo = (name: string, preset: Preset): boolean =>
  preset === "full" || (RIGHTS[name]?.slice(1) ?? []).includes(preset);

const service = useService({ muted: true });
const calls = useFunctionCalls();
let api: MerchantApi;
const keys = new Map<Preset, MerchantApi>();
beforeAll(async () => {
  api = await service.otherMerchant();
  for (const preset of PRESETS) keys.set(preset, await service.keyWith(api, preset));
});

const ledger = () => ({ table: service.table, tableName: service.stack.tableName });

const withKey = (preset: Preset): MerchantApi => keys.get(preset) ?? api;

const WORKERS = FUNCTIONS.filter(({ routes }) => routes.length === 0).map(({ name }) => name);

/** What requests cause at the ledger and the queues, beside what callbacks under way do. */
const asked = () => calls.filter(({ by }) => !WORKERS.includes(by)).map(({ action }) => action);

/** Ids that no request of this file has made: whoever may ask for them hears that there is no such thing. */
const concrete = (path: string): string =>
  path
    .replace(/payments\/\{id\}/, `payments/svcpay_${"0".repeat(32)}`)
    .replace("recoveries/{id}", `recoveries/rcv_${"0".repeat(32)}`)
    .replace(/\{\w+\}/g, "unknown");

function expectRejected(reply: Reply, path: string, scope: string, preset: string): void {
  expect(reply.json).toEqual({
    code: "insufficient_scope",
    type: expect.stringMatching(/\/problems\/insufficient_scope$/),
    title: "Insufficient scope",
    status: 403,
    detail: `This key's preset, ${preset}, does not have the scope ${scope}.`,
    instance: path,
    traceId: expect.any(String),
    retryable: false,
    requiredScope: scope,
  });
  expectProblem(reply, 403, "Insufficient scope");
}

it("decides for every operation that merchants can call, and for no other", () => {
  expect(Object.keys(RIGHTS).sort()).toEqual(MERCHANT_ENDPOINTS.map(({ name }) => name).sort());
});

describe.each(MERCHANT_ENDPOINTS)("$method $path", ({ name, method, path: template, example, scope }) => {
  const path = concrete(template);

  it(`needs the scope that is listed here`, () => {
    expect(scope).toBe(RIGHTS[name]?.[0]);
  });

  it.each(PRESETS.filter((preset) => mayDo(name, preset)))("lets a %s key in", async (preset) => {
    const reply = await withKey(preset).call(method, path, example, { key: randomUUID() });
    expect([401, 403]).not.toContain(reply.status);
    expect(reply.status).toBeLessThan(500);
  });

  it.each(PRESETS.filter((preset) => !mayDo(name, preset)))(
    "rejects a %s key after the one read that authenticates it, whatever the request says",
    async (preset) => {
      const requests = [
        { body: example, options: { key: randomUUID() } },
        { body: { no: "such field" }, query: "?preset=full", options: {} },
        ...(method === "GET" ? [] : [{ options: { rawBody: "{not json" } }]),
        { options: { headers: { "Idempotency-Key": "two, keys" } } },
        { options: { headers: { "X-Http-Method-Override": "GET", "Svc-Console": "none" } } },
      ];
      for (const { body, query = "", options } of requests) {
        calls.length = 0;
        const sent = method === "GET" ? undefined : body;
        const reply = await withKey(preset).call(method, path + query, sent, options);
        expectRejected(reply, path, RIGHTS[name]?.[0] ?? "", preset);
        expect(asked()).toEqual(["BatchGet"]);
      }
      expect(service.processor.passed).toEqual([]);
    },
  );
});

it("only a full key sees an event's body as it is", async () => {
  const eventId = `evt_${randomUUID().replaceAll("-", "")}`;
  const body = JSON.stringify({
    id: eventId,
    object: "event",
    data: {
      object: { client_secret: "pi_1_secret_canary", receipt_email: "buyer@example.com", amount: 4999 },
    },
  });
  await putEvents(service, [
    { eventId, merchantId: merchantIdOf(api), delivery: "delivered", body: pack(body) },
  ]);
  const seenBy = async (preset: Preset) =>
    String((await withKey(preset).call("GET", `/v1/events/${eventId}`)).json.body);
  expect(await seenBy("full")).toBe(body);
  for (const preset of ["back-office", "read"] as const) {
    const seen = await seenBy(preset);
    expect(JSON.parse(seen).data.object).toEqual({
      client_secret: "•••",
      receipt_email: "•••",
      amount: 4999,
    });
  }
});

it("what a server answered is shown to a full key as it is, and to others without what it quotes of the event", async () => {
  const eventId = `evt_${randomUUID().replaceAll("-", "")}`;
  const body = JSON.stringify({ id: eventId, data: { object: { description: "Roses for Anna" } } });
  const merchantId = merchantIdOf(api);
  await putEvents(service, [{ eventId, merchantId, delivery: "dead", body: pack(body) }]);
  const attempt = { at: Date.now(), deliveryRound: 1, attempt: 1, milliseconds: 3, status: 500 };
  const answer = `No such column "total". Got ${body} from anna@example.com`;
  await changeDelivery(service, eventId, { log: [{ ...attempt, answer }] });
  const seenBy = async (preset: Preset) => {
    const { json } = await withKey(preset).call("GET", `/v1/events/${eventId}`);
    return (json.deliveries as { attempts: { answer: string }[] }[])[0]?.attempts[0]?.answer;
  };
  expect(await seenBy("full")).toBe(answer);
  for (const preset of ["back-office", "read"] as const) {
    expect(await seenBy(preset)).toContain('No such column "total". Got {"id":');
    expect(await seenBy(preset)).not.toMatch(/Roses|anna/i);
  }
});

describe("a list of payments:", () => {
  const list = (preset: Preset, query: string) => withKey(preset).call("GET", `/v1/payments?${query}`);

  it("where callbacks stand is told to keys that may read events", async () => {
    await api.create({ amountCents: 4999 }, randomUUID());
    for (const preset of ["checkout", "till", "billing"] as const) {
      const rejected = await list(preset, "include=delivery");
      expectProblem(rejected, 403, "Insufficient scope");
      expect(rejected.json).toMatchObject({ requiredScope: "events:read" });
    }
    for (const preset of ["full", "back-office", "read"] as const)
      expect((await list(preset, "include=delivery&limit=1")).json).toMatchObject([{ delivery: null }]);
  });

  it("disputes are told to keys that may read what they cost", async () => {
    await api.create({ amountCents: 4999 }, randomUUID());
    for (const preset of PRESETS) {
      const [payment] = (await list(preset, "limit=1")).json as unknown as object[];
      expect("disputes" in (payment ?? {}), preset).toBe(!["checkout", "till", "billing"].includes(preset));
    }
  });
});

const itemOf = (key: MerchantApi) => {
  const { merchantId = "", keyId = "", secret = "" } = parseApiKey(key.apiKey) ?? {};
  return { key: apiKeyKey(merchantId, keyId), keyId, secret };
};

it("a key opens nothing where its preset is one that only a later release knows", async () => {
  const later = await service.keyWith(api, "till");
  await changeItem(ledger(), itemOf(later).key, { preset: "treasurer" });
  for (const { method, path, example } of MERCHANT_ENDPOINTS)
    expect((await later.call(method, concrete(path), example, { key: randomUUID() })).status).toBe(403);
});
