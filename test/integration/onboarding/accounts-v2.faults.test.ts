import { describe, expect, it } from "vitest";
import type { MerchantApi } from "../../support/api.ts";
import { changeAccount, merchantIdOf, visit } from "../../support/onboarding.ts";
import { PROCESSOR_TRIES } from "../../support/sdk-tries.ts";
import { useReceiver } from "../../support/use-receiver.ts";
import { useService } from "../../support/use-service.ts";
import { accountCreationByV2 } from "../../support/wire-calls.ts";

/*
 * Where the processor's v2 API makes accounts. Of what v2 has made, v1 shows no metadata here, lists no account and tells
 * nothing: the least that the processor may do. Its thin events come to the same webhook.
 */
const service = useService({ accountsApi: "v2", unscheduled: true });
const receiver = useReceiver();

const PATH = "/v1/onboarding/account";
const URLS = { returnUrl: "https://shop.example/done", refreshUrl: "https://shop.example/again" };
const ENABLED = { charges_enabled: true, payouts_enabled: true, details_submitted: true };

const statusOf = async (api: MerchantApi) => (await api.call("GET", "/v1/onboarding/status")).json;

/** All that the processor has for a merchant, as v2 shows it: there must never be two. */
async function accountsOf(api: MerchantApi): Promise<string[]> {
  const accounts = await service.stripe.v2.core.accounts
    .list({ limit: 20 })
    .autoPagingToArray({ limit: 1000 });
  return accounts.filter(({ metadata }) => metadata?.svcMerchantId === merchantIdOf(api)).map(({ id }) => id);
}

const thin = (type: string, id = "acct_nobody") => ({
  id: `evt_${id}`,
  object: "v2.core.event",
  type,
  livemode: false,
  created: new Date().toISOString(),
  related_object: { id, type: "v2.core.account", url: `/v2/core/accounts/${id}` },
});

describe("a merchant's account that v2 makes", () => {
  it("is onboarded at v2's link, and thin events bring its state and tell the merchant's server", async () => {
    const api = await service.otherMerchant("none");
    const { processorAccountId } = (await api.call("POST", PATH)).json;
    await api.setEndpoint({ url: receiver.url });
    const link = await api.call("POST", "/v1/onboarding/link", URLS);
    expect(link).toMatchObject({ status: 200, json: { expiresAt: expect.stringMatching(/Z$/) } });
    expect(service.processor.passed.map(({ path }) => path)).toContain("/v2/core/account_links");
    expect(await visit(link.json.url, "complete")).toBe(URLS.returnUrl);
    await service.eventually(async () => (await statusOf(api)).onboardingStatus === "enabled");
    await service.eventually(async () => receiver.received.length > 0);
    const [first] = receiver.received;
    expect(first?.headers["svc-event-type"]).toBe("account.updated");
    expect(JSON.parse(String(first?.rawBody))).toMatchObject({
      type: "account.updated",
      account: processorAccountId,
      data: { object: { id: processorAccountId, object: "account" } },
    });
  });
});

describe("94: a creation by v2 that goes wrong", () => {
  it("is found by the thin event that overtakes it: the merchant has its account, and nothing acknowledged is lost", async () => {
    const api = await service.otherMerchant("none");
    // The account is made, and no reply comes: neither account nor link is written, and v1 shows no metadata of it.
    service.processor.inject(accountCreationByV2, { kind: "drop_reply" }, PROCESSOR_TRIES);
    expect((await api.call("POST", PATH)).status).toBe(503);
    const [accountId = ""] = await accountsOf(api);
    await changeAccount(service, accountId, ENABLED);
    await service.eventually(async () => (await statusOf(api)).onboardingStatus === "enabled");
    expect(await statusOf(api)).toMatchObject({ processorAccountId: accountId });
  });
});

it("the processor's test of a destination is acknowledged", async () => {
  const { related_object: _, ...ping } = thin("v2.core.event_destination.ping");
  expect(await service.webhook(ping)).toMatchObject({ status: 200, json: { forwarded: false } });
});

it("a thin event of an account that is nobody's here is acknowledged after 15 minutes, and one of an unknown type is a 400", async () => {
  const fresh = thin("v2.core.account[requirements].updated");
  expect((await service.webhook(fresh)).status).toBe(503);
  const created = new Date(Date.now() - 16 * 60_000).toISOString();
  const taken = await service.webhook({ ...fresh, created });
  expect(taken).toMatchObject({ status: 200, json: { received: true, forwarded: false } });
  const unknown = await service.webhook(thin("v2.core.account.created"));
  expect(unknown).toMatchObject({ status: 400, json: { detail: expect.stringContaining("thin event") } });
});
