import { describe, expect, it } from "vitest";
import { listAudit } from "../../../shared/ledger/audit.ts";
import { ConsoleTab } from "../../support/console.ts";
import { PROCESSOR_TRIES } from "../../support/sdk-tries.ts";
import { useService } from "../../support/use-service.ts";

/** Websites on which the processor's browser SDK may show Apple Pay, Google Pay and others. */
const service = useService({ muted: true });

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

  it("is listed page by page", async () => {
    await register("one.example.com");
    await register("two.example.com");
    const { json, headers } = await service.api.call("GET", `${PATH}?limit=1`);
    expect(json).toMatchObject([{ domainName: "two.example.com" }]);
    expect(headers.get("link")).toContain("startingAfter=pmd_");
  });

  it("is unknown to another merchant, and denied to one without an account", async () => {
    const { json } = await register("mine.example.com");
    const stranger = await service.otherMerchant();
    expect((await stranger.call("POST", `${PATH}/${json.id}/validate`, {})).status).toBe(404);
    expect((await stranger.call("GET", PATH)).json).toEqual([]);
    expect((await register("x.example.com", await service.otherMerchant("none"))).status).toBe(400);
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
