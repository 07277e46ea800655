import { describe, expect, it } from "vitest";
import { Onboarding, OnboardingLink, RefreshedOnboarding } from "../../../shared/contract/onboarding.ts";
import { listAudit } from "../../../shared/ledger/audit.ts";
import type { MerchantApi } from "../../support/api.ts";
import { ConsoleTab } from "../../support/console.ts";
import { PROCESSOR_TRIES } from "../../support/sdk-tries.ts";
import { useService } from "../../support/use-service.ts";

// These stories go without the processor's events; refresh is what tells the service.
const service = useService({ muted: true });

const create = (api: MerchantApi, body?: object) => api.call("POST", "/v1/onboarding/account", body);
const status = (api: MerchantApi) => api.call("GET", "/v1/onboarding/status");
const refresh = (api: MerchantApi) => api.call("POST", "/v1/onboarding/refresh");

const URLS = { returnUrl: "https://shop.example/done", refreshUrl: "http://localhost:3000/again" };
const link = (api: MerchantApi) => api.call("POST", "/v1/onboarding/link", URLS);

/** A merchant whose account was made just now. */
async function aBeginner(): Promise<{ api: MerchantApi; accountId: string }> {
  const api = await service.otherMerchant("none");
  return { api, accountId: String((await create(api)).json.processorAccountId) };
}

it("the status costs one read and no question to the processor", async () => {
  const reply = await status(service.api);
  expect(reply.status).toBe(200);
  expect(Onboarding.safeParse(reply.json).error).toBeUndefined();
  expect(service.dynamodb.passed.map(({ target }) => target)).toEqual(["BatchGetItem"]);
  expect(service.processor.passed).toHaveLength(0);
});

it("a refresh answers exactly four fields, with one question and one write", async () => {
  const { api } = await aBeginner();
  service.dynamodb.clear();
  service.processor.clear();
  const reply = await refresh(api);
  expect(reply.status).toBe(200);
  expect(RefreshedOnboarding.safeParse(reply.json).error).toBeUndefined();
  expect(service.dynamodb.passed.map(({ target }) => target)).toEqual(["BatchGetItem", "UpdateItem"]);
  expect(service.processor.passed).toHaveLength(1);
});

describe("link", () => {
  it("leads to the processor's onboarding and tells when it ends, with one call and no write", async () => {
    const { api } = await aBeginner();
    service.dynamodb.clear();
    service.processor.clear();
    const reply = await link(api);
    expect(reply.status).toBe(200);
    expect(OnboardingLink.safeParse(reply.json).error).toBeUndefined();
    expect(Date.parse(String(reply.json.expiresAt))).toBeGreaterThan(Date.now());
    expect(service.dynamodb.passed.map(({ target }) => target)).toEqual(["BatchGetItem"]);
    expect(service.processor.passed.map(({ path }) => path)).toEqual(["/v1/account_links"]);
    const page = await fetch(String(reply.json.url));
    expect(page.headers.get("content-type")).toContain("text/html");
  });
});

it("is looked at in the console, and goes on from there: the audit says who made the link", async () => {
  const owner = await ConsoleTab.open(service.api, "developer");
  const status = await owner.call("GET", "/v1/onboarding/status");
  expect(status.json).toMatchObject({ onboardingStatus: "enabled", requirements: null });
  const back = `${service.stack.baseUrl}/console#/account`;
  const link = await owner.call("POST", "/v1/onboarding/link", { returnUrl: back, refreshUrl: back });
  expect(link.status).toBe(200);
  const audit = (await listAudit(service.stack.demo.merchantId)).find(
    ({ action, actor }) => action === "create-onboarding-link" && actor === owner.sessionId,
  );
  expect(audit?.subject).toBe(service.stack.demo.connectedAccountId);
  const reader = await ConsoleTab.open(service.api, "read");
  expect((await reader.call("GET", "/v1/onboarding/status")).status).toBe(200);
  expect(
    (await reader.call("POST", "/v1/onboarding/link", { returnUrl: back, refreshUrl: back })).status,
  ).toBe(401);
});

const PATH = "/v1/wallet-domains";
const register = (domainName: unknown, api = service.api) => api.call("POST", PATH, { domainName });
const domainsOf = async (name: string) =>
  (await service.stripe.paymentMethodDomains.list({ domain_name: name }, options())).data;
const options = () => ({ stripeAccount: service.accountId });

describe("a website", () => {
  it("is registered in the merchant's own account, once, in whatever case it is written", async () => {
    const first = await register("Shop.Example.com");
    expect(first.status).toBe(201);
    expect(first.json).toMatchObject({ domainName: "shop.example.com", enabled: true });
    expect(first.json.wallets).toContainEqual({ wallet: "apple_pay", status: "active", problem: null });
    const again = await register("shop.example.com");
    expect([again.status, again.json]).toEqual([200, first.json]);
    expect(await domainsOf("shop.example.com")).toHaveLength(1);
  });
});

it("is set up in the console too, and the audit says by whom", async () => {
  const tab = await ConsoleTab.open(service.api, "developer");
  expect((await tab.call("POST", PATH, { domainName: "tab.example.com" })).status).toBe(201);
  expect((await tab.call("GET", `${PATH}?limit=1`)).json).toMatchObject([{ domainName: "tab.example.com" }]);
  const audit = (await listAudit(service.stack.demo.merchantId)).find(
    ({ action, actor }) => action === "register-wallet-domain" && actor === tab.sessionId,
  );
  expect(audit?.subject).toBe("tab.example.com");
  const reader = await ConsoleTab.open(service.api, "read");
  expect((await reader.call("POST", PATH, { domainName: "x.example.com" })).status).toBe(401);
});

const creation = ({ method, path }: { method: string; path: string }) =>
  method === "POST" && path === "/v1/payment_method_domains";

it("83: two at once register one domain, and the other is told to wait or gets the same", async () => {
  const replies = await Promise.all(Array.from({ length: 5 }, () => register("race.example.com")));
  expect(replies.filter(({ status }) => status === 201 || status === 200).length).toBeGreaterThan(0);
  expect(replies.every(({ status }) => [200, 201, 409].includes(status))).toBe(true);
  expect(await domainsOf("race.example.com")).toHaveLength(1);
});

it("83: a registration whose reply is lost is found by its name", async () => {
  service.processor.inject(creation, { kind: "drop_reply" }, PROCESSOR_TRIES);
  expect((await register("lost.example.com")).status).toBe(503);
  expect((await register("lost.example.com")).status).toBe(200);
  expect(await domainsOf("lost.example.com")).toHaveLength(1);
});
