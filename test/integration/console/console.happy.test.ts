import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { SCOPES } from "../../../shared/domain/scope.ts";
import { listAudit } from "../../../shared/ledger/audit.ts";
import { ConsoleTab, codeIn, exchange, offer } from "../../support/console.ts";
import { openShop, type Shop, sell } from "../../support/shops.ts";
import { useService } from "../../support/use-service.ts";
import { sessionEnd } from "../../support/wire-calls.ts";

/** From the link to the last click, over HTTP. */
const service = useService({ muted: true });
let shop: Shop;
beforeAll(async () => {
  shop = await openShop(service);
  return () => shop.receiver.stop();
});

const minutesUntil = (time: unknown) => (Date.parse(String(time)) - Date.now()) / 60_000;

describe("a link", () => {
  it("is made with a key, and says until when it is good", async () => {
    const { status, json } = await shop.api.call("POST", "/v1/console-sessions");
    expect(status).toBe(201);
    expect(json).toEqual({
      sessionId: expect.stringMatching(/^ses_/),
      url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/console#code=svc_code_\w+$/),
      expiresAt: expect.any(String),
    });
    expect(minutesUntil(json.expiresAt)).toBeGreaterThan(4);
    expect(minutesUntil(json.expiresAt)).toBeLessThanOrEqual(5);
  });

  it.each([
    ["read", {}],
    ["owner", { manage: 60, setup: 15, money: 60 }],
  ] as const)(
    "to %s opens a session of 8 hours, whose rights end after %j minutes",
    async (access, rights) => {
      const seconds = 28_800;
      const { reply, sessionId } = await exchange(shop.api.baseUrl, await offer(shop.api, access));
      expect(reply.status).toBe(200);
      expect(reply.json).toEqual({
        sessionId,
        access,
        may: Object.fromEntries(Object.keys(rights).map((right) => [right, expect.any(String)])),
        scopes: SCOPES,
        merchantId: shop.merchantId,
        merchantName: "Other merchant",
        madeBy: "key",
        expiresAt: expect.any(String),
        setUps: [],
        typedAboveCents: { usd: 10_000, eur: 10_000 },
        dashboardUrl: null,
      });
      expect(minutesUntil(reply.json.expiresAt)).toBeGreaterThan(seconds / 60 - 1);
      expect(minutesUntil(reply.json.expiresAt)).toBeLessThanOrEqual(seconds / 60);
      for (const [right, minutes] of Object.entries(rights)) {
        const left = minutesUntil((reply.json.may as Record<string, unknown>)[right]);
        expect([left > minutes - 1, left <= minutes]).toEqual([true, true]);
      }
      expect(reply.headers.getSetCookie()).toHaveLength(1);
      expect(reply.headers.getSetCookie()[0]).toMatch(
        new RegExp(
          `svc-console-ses_\\w{36}=svc_ses_\\w+; Path=/; .*HttpOnly; SameSite=Strict; Max-Age=${seconds}$`,
        ),
      );
      expect(reply.headers.get("cache-control")).toBe("no-store");
    },
  );

  it("a browser that opens many links in a day keeps the cookies of its newest twenty sessions, and a new one", async () => {
    const api = await service.otherMerchant();
    const jar = new Map<string, string>();
    let newest: ConsoleTab | undefined;
    for (let nth = 1; nth <= 22; nth++) {
      const Cookie = [...jar].map((cookie) => cookie.join("=")).join("; ");
      const { reply, ...entered } = await exchange(api.baseUrl, await offer(api), Cookie ? { Cookie } : {});
      for (const line of reply.headers.getSetCookie()) {
        const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
        if (line.endsWith("Max-Age=0")) jar.delete(name);
        else jar.set(name, value);
      }
      newest = new ConsoleTab(api.baseUrl, entered);
      expect(jar.size).toBe(Math.min(nth, 21));
    }
    expect((await newest?.call("GET", "/v1/session"))?.status).toBe(200);
  });
});

describe("in the console", () => {
  it("a page that is loaded again finds its session", async () => {
    const { reply, ...entered } = await exchange(shop.api.baseUrl, await offer(shop.api));
    const again = await new ConsoleTab(shop.api.baseUrl, entered).call("GET", "/v1/session");
    expect(again.json).toEqual(reply.json);
  });

  it("answers are those of the API, and the next page's address is the console's", async () => {
    const tab = await ConsoleTab.open(shop.api);
    const { svcPaymentId } = await sell(service, shop);
    await shop.api.create({ amountCents: 1000 }, randomUUID());
    for (const path of [
      "/v1/payments",
      `/v1/payments/${svcPaymentId}`,
      `/v1/payments/${svcPaymentId}/timeline`,
    ])
      expect((await tab.call("GET", path)).text).toBe((await shop.api.call("GET", path)).text);
    const link = (await tab.call("GET", "/v1/payments?limit=1")).headers.get("link");
    expect(link).toMatch(/\/console\/v1\/payments\?limit=1&startingAfter=svcpay_\w+>; rel="next"$/);
  });

  it("one consistent read brings session, merchant and key, and nothing else is read for it", async () => {
    const tab = await ConsoleTab.open(shop.api);
    service.clearWires();
    expect((await tab.call("GET", "/v1/callback-endpoints")).status).toBe(200);
    expect(service.dynamodb.passed.map(({ target }) => target)).toEqual(["BatchGetItem"]);
    const { RequestItems } = JSON.parse(service.dynamodb.passed[0]?.body ?? "{}");
    const [{ Keys, ConsistentRead }] = Object.values(RequestItems) as [
      { Keys: Key[]; ConsistentRead: boolean },
    ];
    expect(ConsistentRead).toBe(true);
    expect(Keys.map(({ pk }) => pk.S.split("#")[0])).toEqual(["CONSOLE", "MERCHANT", "KEYS"]);
  });

  it("a person ends the session, and the cookie goes", async () => {
    const tab = await ConsoleTab.open(shop.api);
    const left = await tab.call("POST", "/v1/session/end");
    expect(left.status).toBe(200);
    expect(left.json).toMatchObject({ sessionId: tab.sessionId, state: "ended" });
    expect(left.headers.getSetCookie()[0]).toMatch(/svc-console-ses_\w{36}=; .*Max-Age=0$/);
    expect((await tab.call("GET", "/v1/session")).status).toBe(401);
  });

  it("a session whose end was written but not confirmed has ended", async () => {
    const tab = await ConsoleTab.open(shop.api);
    service.dynamodb.inject(sessionEnd, { kind: "drop_reply" });
    expect((await tab.call("POST", "/v1/session/end")).status).toBe(200);
    expect((await tab.call("GET", "/v1/session")).status).toBe(401);
  });

  it("what a session changes is in the audit under its name and its maker's", async () => {
    const tab = await ConsoleTab.open(shop.api, "developer");
    for (const change of ["disable", "enable"])
      expect((await tab.call("POST", `/v1/callback-endpoints/${shop.endpointId}/${change}`)).status).toBe(
        200,
      );
    const [key] = (await listAudit(shop.merchantId)).filter(
      ({ action }) => action === "create-callback-endpoint",
    );
    const entries = (await listAudit(shop.merchantId)).filter(
      ({ actor, subject }) => actor === tab.sessionId || subject === tab.sessionId,
    );
    expect(entries.map(({ actor, maker, action }) => ({ actor, maker, action })).reverse()).toEqual([
      { actor: key?.actor, action: "offer-console-developer" },
      { actor: tab.sessionId, maker: key?.actor, action: "enter-console-developer" },
      { actor: tab.sessionId, maker: key?.actor, action: "disable-callbacks" },
      { actor: tab.sessionId, maker: key?.actor, action: "enable-callbacks" },
    ]);
  });
});

it("a merchant's sessions are listed newest first, page by page, and ended one by one or all at once", async () => {
  const api = await service.otherMerchant();
  const offered = (await api.call("POST", "/v1/console-sessions")).json;
  const first = await ConsoleTab.open(api);
  const second = await ConsoleTab.open(api, "manage");
  const list = async (query = "") =>
    (await api.call("GET", `/v1/console-sessions${query}`)).json as unknown as Record<string, unknown>[];
  expect(await list()).toMatchObject([
    { sessionId: second.sessionId, access: "manage", state: "live", madeBy: "key", endedAt: null },
    { sessionId: first.sessionId, access: "read", state: "live", reason: null },
    { sessionId: offered.sessionId, access: "read", state: "offered", enteredAt: null },
  ]);
  expect(await list(`?limit=1&startingAfter=${second.sessionId}`)).toMatchObject([
    { sessionId: first.sessionId },
  ]);

  const ended = await api.call("POST", `/v1/console-sessions/${first.sessionId}/end`);
  expect(ended.json).toMatchObject({ sessionId: first.sessionId, state: "ended" });
  expect((await first.call("GET", "/v1/payments")).status).toBe(401);
  const again = await api.call("POST", `/v1/console-sessions/${first.sessionId}/end`);
  expect(again.json).toEqual(ended.json);

  expect((await api.call("POST", "/v1/console-sessions/end-all")).json).toEqual({ ended: 2 });
  expect((await list()).map(({ state }) => state)).toEqual(["ended", "ended", "ended"]);
  expect((await second.call("GET", "/v1/payments")).status).toBe(401);
  expect((await exchange(api.baseUrl, codeIn(offered.url))).reply.status).toBe(401);
  expect((await api.call("POST", "/v1/console-sessions/end-all")).json).toEqual({ ended: 0 });
});

type Key = { pk: { S: string } };
