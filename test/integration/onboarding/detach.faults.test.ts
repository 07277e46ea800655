import { randomBytes, randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { detachAccount } from "../../../shared/flows/onboarding/detach-account.ts";
import { findMerchant } from "../../../shared/ledger/merchants.ts";
import type { MerchantApi } from "../../support/api.ts";
import { processorEvent } from "../../support/events.ts";
import { changeAccount, deauthorize, merchantIdOf } from "../../support/onboarding.ts";
import { AWS_TRIES } from "../../support/sdk-tries.ts";
import { useService } from "../../support/use-service.ts";
import { accountLink } from "../../support/wire-calls.ts";

/** Scenarios 42 and 48: a merchant throws the platform out, and comes back. */
const service = useService({ muted: true });

const create = (api: MerchantApi, body?: object) => api.call("POST", "/v1/onboarding/account", body);
const refresh = (api: MerchantApi) => api.call("POST", "/v1/onboarding/refresh");
const status = (api: MerchantApi) => api.call("GET", "/v1/onboarding/status");
const ENABLED = { charges_enabled: true, payouts_enabled: true, details_submitted: true };

async function enabledMerchant() {
  const api = await service.otherMerchant("none");
  const accountId = String((await create(api)).json.processorAccountId);
  await changeAccount(service, accountId, ENABLED);
  await refresh(api);
  return { api, accountId };
}

/** A merchant whose ledger knows that it has thrown the platform out. */
async function lostMerchant() {
  const { api, accountId } = await enabledMerchant();
  await deauthorize(service, accountId);
  expect((await refresh(api)).json.onboardingStatus).toBe("restricted");
  return { api, accountId };
}

const linkOf = async (accountId: unknown) =>
  (await service.items()).find(({ pk }) => pk === `ACCOUNT#${accountId}`);

/** As an operator does it. */
async function detach(api: MerchantApi) {
  const merchant = await findMerchant(merchantIdOf(api));
  if (!merchant) throw new Error("no merchant");
  return detachAccount(merchant, { at: Date.now(), random: randomBytes, actor: "operator" });
}

const tell = (accountId: string, type: string, object: object = { object: "account", id: accountId }) =>
  service.webhook(processorEvent(accountId, type, object));

describe("42: a merchant that threw the platform out", () => {
  it("gets a new account when it asks for one, and takes payments again", async () => {
    const { api, accountId } = await lostMerchant();
    const again = await create(api);
    expect(again.status).toBe(201);
    expect(again.json.processorAccountId).not.toBe(accountId);
    expect(again.json).toMatchObject({ onboardingStatus: "pending", chargesEnabled: false });
    expect((await create(api)).json).toEqual(again.json);
    expect(await linkOf(accountId)).toMatchObject({
      merchantId: merchantIdOf(api),
      detachedAt: expect.any(Number),
    });
    await changeAccount(service, again.json.processorAccountId, ENABLED);
    expect((await refresh(api)).json.onboardingStatus).toBe("enabled");
    expect((await api.create({ amountCents: 1000 }, randomUUID())).status).toBe(201);
  });
});

describe("48: a late event of an account that was detached", () => {
  it("never attaches it again: not while there is no account, not while one is made, not beside a new one", async () => {
    const { api, accountId } = await enabledMerchant();
    await detach(api);
    service.clearWires();
    for (const type of ["account.updated", "account.application.deauthorized"]) {
      expect((await tell(accountId, type)).status).toBe(200);
      expect((await status(api)).json.onboardingStatus).toBe("not_started");
    }
    expect(service.processor.passed, "nothing is left to ask about the old account").toEqual([]);
    service.dynamodb.inject(accountLink, { kind: "drop_request" }, AWS_TRIES);
    expect((await create(api)).status).toBe(503);
    await tell(accountId, "account.updated");
    expect((await status(api)).json.onboardingStatus).toBe("not_started");
    const { json } = await create(api);
    expect(json.processorAccountId).not.toBe(accountId);
    await tell(accountId, "account.updated");
    expect((await status(api)).json).toEqual(json);
  });
});
