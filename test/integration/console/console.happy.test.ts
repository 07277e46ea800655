import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { SCOPES } from "../../../shared/domain/scope.ts";
import { ConsoleTab, exchange, offer } from "../../support/console.ts";
import { openShop, type Shop, sell } from "../../support/shops.ts";
import { useService } from "../../support/use-service.ts";

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

  it("to owner opens a session of 8 hours, whose cookie no script and no other site can use", async () => {
    const seconds = 28_800;
    const { reply, sessionId } = await exchange(shop.api.baseUrl, await offer(shop.api, "owner"));
    expect(reply.status).toBe(200);
    expect(reply.json).toEqual({
      ...{ sessionId, access: "owner", scopes: SCOPES, madeBy: "key", setUps: [], dashboardUrl: null },
      may: { manage: expect.any(String), setup: expect.any(String), money: expect.any(String) },
      merchantId: shop.merchantId,
      merchantName: "Other merchant",
      expiresAt: expect.any(String),
      typedAboveCents: { usd: 10_000, eur: 10_000 },
    });
    expect(minutesUntil(reply.json.expiresAt)).toBeLessThanOrEqual(seconds / 60);
    const cookie = `svc-console-ses_\\w{36}=svc_ses_\\w+; Path=/; .*HttpOnly; SameSite=Strict; Max-Age=${seconds}`;
    expect(reply.headers.getSetCookie()).toEqual([expect.stringMatching(new RegExp(`^${cookie}$`))]);
    expect(reply.headers.get("cache-control")).toBe("no-store");
  });

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
});

type Key = { pk: { S: string } };
