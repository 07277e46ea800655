import { randomBytes, randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { parseApiKey } from "../../shared/domain/access/api-key.ts";
import { CONSOLE_ACCESS } from "../../shared/domain/access/console-session.ts";
import { createSession } from "../../shared/flows/console/create-session.ts";
import { revokeApiKey } from "../../shared/flows/merchants/change-api-keys.ts";
import { listAudit } from "../../shared/ledger/audit.ts";
import { getMerchant } from "../../shared/ledger/merchants.ts";
import type { MerchantApi, Reply } from "../support/api.ts";
import { ConsoleTab, exchange, offer } from "../support/console.ts";
import { expectProblem } from "../support/expect-problem.ts";
import { merchantIdOf } from "../support/onboarding.ts";
import { useService } from "../support/use-service.ts";

/** Attacks on sessions that live side by side in one browser, written as somebody who wants in would try them. */
const service = useService({ muted: true });
let shop: MerchantApi;
let other: MerchantApi;
let reader: ConsoleTab;
let stranger: ConsoleTab;
beforeAll(async () => {
  [shop, other] = [await service.otherMerchant(), await service.otherMerchant()];
  reader = await ConsoleTab.open(shop);
  stranger = await ConsoleTab.open(other, "manage");
});

const change = () => ({ at: Date.now(), random: randomBytes });
const jarOf = (...tabs: ConsoleTab[]) => tabs.map(({ cookie }) => cookie).join("; ");

function expectRejected(reply: Reply): void {
  expectProblem(reply, 401, "Unauthorized");
  expect(reply.json.detail).toBe(
    "There is no such console session, or it has ended. Open the console with a new link.",
  );
  expect(reply.headers.getSetCookie()).toEqual([]);
}

/** With whatever cookies, as whichever tab. */
const lookAs = (sessionId: string, cookie: string | undefined) =>
  reader.call("GET", "/v1/session", undefined, { cookie, headers: { "Svc-Console": sessionId } });

it("tabs of one browser end alone: the others' sessions go on, and only the own cookie is taken away", async () => {
  const leaving = await ConsoleTab.open(shop);
  const left = await leaving.call("POST", "/v1/session/end", {}, { cookie: jarOf(leaving, reader) });
  expect(left.headers.getSetCookie()).toEqual([
    expect.stringMatching(new RegExp(`^svc-console-${leaving.sessionId}=; .*Max-Age=0$`)),
  ]);
  expectRejected(await lookAs(leaving.sessionId, jarOf(leaving, reader)));
  expect((await lookAs(reader.sessionId, jarOf(leaving, reader))).status).toBe(200);
});

describe("GET /console/sessions", () => {
  const list = async (cookie: string, headers: Record<string, string> = {}) => {
    const response = await fetch(`${shop.baseUrl}/console/sessions`, {
      headers: { Cookie: cookie, "Svc-Console": "none", ...headers },
    });
    const text = await response.text();
    const json = (text.startsWith("[") ? JSON.parse(text) : []) as { sessionId: string }[];
    return { status: response.status, json };
  };
  const idsOf = async (cookie: string) => (await list(cookie)).json.map(({ sessionId }) => sessionId);

  it("tells a tab that has none which sessions its browser is in, each with its merchant and its access", async () => {
    const { json } = await list(jarOf(reader, stranger));
    expect(json).toMatchObject([
      { sessionId: reader.sessionId, access: "read", merchantId: merchantIdOf(shop) },
      { sessionId: stranger.sessionId, access: "manage", merchantId: merchantIdOf(other) },
    ]);
    expect(await idsOf("")).toEqual([]);
  });

  it("is denied to a tab that says which session it is in", async () => {
    const { status } = await list(reader.cookie, { "Svc-Console": "ses_x" });
    expect(status).toBe(401);
    expect(service.dynamodb.passed).toEqual([]);
  });

  it("takes no API key, and lists nothing for one", async () => {
    expect((await list("", { "X-Api-Key": shop.apiKey })).json).toEqual([]);
  });
});

describe("a session may do no more than its key", () => {
  it("a back-office key makes sessions that read and that refund, and no others", async () => {
    const backOffice = await service.keyWith(shop, "back-office");
    const made = await Promise.all(
      CONSOLE_ACCESS.map(async (access) => [
        access,
        (await backOffice.call("POST", "/v1/console-sessions", { access })).status,
      ]),
    );
    expect(Object.fromEntries(made)).toEqual({
      ...{ read: 201, finance: 201, money: 201 },
      ...{ manage: 403, setup: 403, support: 403, developer: 403, owner: 403 },
    });
  });

  it("ends with a revoked key, also for what was open and for a link not yet used", async () => {
    const key = await service.keyWith(shop, "back-office");
    const tab = await ConsoleTab.open(key, "money");
    const code = await offer(key);
    expect((await tab.call("GET", "/v1/session")).status).toBe(200);
    await revokeApiKey(parseApiKey(key.apiKey)?.keyId ?? "", change());
    expectRejected(await tab.call("GET", "/v1/session"));
    expectRejected(await tab.call("POST", `/v1/payments/svcpay_${"0".repeat(32)}/refund`, {}));
    expectRejected((await exchange(key.baseUrl, code)).reply);
    expect(await tab.call("GET", "/v1/payments").then(({ status }) => status)).toBe(401);
  });
});

const openAs = async (access: "read" | "manage" | "money") => ConsoleTab.open(service.api, access);

it("money is refunded by a money session, once for each key, and audited with the session and its maker", async () => {
  const id = await service.paid(5000);
  const tab = await openAs("money");
  const refund = (key: string) =>
    tab.call(
      "POST",
      `/v1/payments/${id}/refund`,
      { amountCents: 1000 },
      { headers: { "Idempotency-Key": key } },
    );
  const key = randomUUID();
  const first = await refund(key);
  expect(first.json).toMatchObject({ status: "partially_refunded" });
  const again = await refund(key);
  expect([again.text, again.headers.get("idempotent-replayed")]).toEqual([first.text, "true"]);
  const { data } = await service.stripe.refunds.list({ limit: 10 }, { stripeAccount: service.accountId });
  expect(data.filter(({ amount }) => amount === 1000)).toHaveLength(1);
  const [entry] = await listAudit(service.stack.demo.merchantId);
  expect(entry).toMatchObject({ action: "refund-payment", subject: id, actor: tab.sessionId });
  expect(entry?.maker).toMatch(/^key_/);
});

describe("set-up", () => {
  it("shows an operator where events go, and nothing that may be a secret of that address", async () => {
    const api = await service.otherMerchant();
    await api.setEndpoint({ url: "https://shop.example/hook/canary?t=canary" });
    const maker = { kind: "operator", name: "olivia", reason: "help" } as const;
    const merchant = await getMerchant(merchantIdOf(api));
    const { code } = await createSession(merchant, { access: "manage", maker }, change());
    const tab = new ConsoleTab(api.baseUrl, await exchange(api.baseUrl, code));
    const second = await api.call("POST", "/v1/callback-endpoints", {
      url: "https://shop.example/books/canary",
    });
    for (const path of [await api.endpointPath(), `/v1/callback-endpoints/${second.json.id}`])
      for (const reply of [
        await tab.call("GET", path),
        await tab.call("POST", `${path}/disable`, {}),
        await tab.call("POST", `${path}/enable`, {}),
      ]) {
        expect(reply.json).toMatchObject({ url: "https://shop.example/…" });
        expect(reply.text).not.toContain("canary");
      }
    const listed = await tab.call("GET", "/v1/callback-endpoints");
    expect(listed.json).toMatchObject([{ url: "https://shop.example/…" }, { url: "https://shop.example/…" }]);
    expect(listed.text).not.toContain("canary");
    const own = await (await ConsoleTab.open(api)).call("GET", await api.endpointPath());
    expect(own.json.url).toContain("canary");
  });
});

it("what the console shows of keys and sessions knows a key by its label, preset and the last four characters of its id, and shows nothing that opens", async () => {
  const merchant = await service.otherMerchant();
  const till = await service.keyWith(merchant, "till");
  const { json, text } = await (await ConsoleTab.open(merchant)).call("GET", "/v1/keys");
  const ends = [merchant, till].map(({ apiKey }) => parseApiKey(apiKey)?.keyId.slice(-4));
  expect(json).toHaveLength(2);
  expect(json).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ preset: "full", idEnd: ends[0], isLive: true }),
      expect.objectContaining({
        preset: "till",
        idEnd: ends[1],
        scopes: ["payments:read", "payments:write", "terminal"],
      }),
    ]),
  );
  for (const { apiKey } of [merchant, till]) {
    expect(text).not.toContain(parseApiKey(apiKey)?.secret);
    expect(text).not.toContain(parseApiKey(apiKey)?.keyId);
  }
  expect(text).not.toMatch(/salt|hash/i);
});
