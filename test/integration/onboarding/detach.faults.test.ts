import { randomBytes, randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { detachAccount } from "../../../shared/flows/onboarding/detach-account.ts";
import { findMerchant } from "../../../shared/ledger/merchants.ts";
import { accountCreationKey } from "../../../shared/ledger/table.ts";
import type { MerchantApi } from "../../support/api.ts";
import { processorEvent } from "../../support/events.ts";
import { expectProblem } from "../../support/expect-problem.ts";
import { restoreItem } from "../../support/ledger-edits.ts";
import { accountsOf, changeAccount, deauthorize, merchantIdOf } from "../../support/onboarding.ts";
import { AWS_TRIES, PROCESSOR_TRIES } from "../../support/sdk-tries.ts";
import { useService } from "../../support/use-service.ts";
import {
  accountCreation,
  accountDetachment,
  accountLink,
  claimCompletion,
  claimFreeing,
  claimTakeOver,
  intentCreation,
} from "../../support/wire-calls.ts";

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

const claimOf = async (api: MerchantApi) => {
  const { pk, sk } = accountCreationKey(merchantIdOf(api));
  return (await service.items()).find((item) => item.pk === pk && item.sk === sk);
};
const linkOf = async (accountId: unknown) =>
  (await service.items()).find(({ pk }) => pk === `ACCOUNT#${accountId}`);
const made = () => service.processor.passed.filter(accountCreation).length;

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

  it("sells an order on its new account under a new key, if its creation was cut off on the old one", async () => {
    const { api, accountId } = await enabledMerchant();
    const key = randomUUID();
    service.processor.inject(intentCreation, { kind: "drop_reply" }, PROCESSOR_TRIES);
    expect((await api.create({ amountCents: 1000 }, key)).status).toBe(503);
    await deauthorize(service, accountId);
    await refresh(api);
    const connectedAccountId = (await create(api)).json.processorAccountId;
    await changeAccount(service, connectedAccountId, ENABLED);
    await refresh(api);
    expectProblem(await api.create({ amountCents: 1000 }, key), 409, "Account replaced");
    const sold = await api.create({ amountCents: 1000 }, randomUUID());
    expect(sold).toMatchObject({ status: 201, json: { connectedAccountId } });
  });

  it("told by the processor's event alone, works too", async () => {
    const { api, accountId } = await enabledMerchant();
    await deauthorize(service, accountId);
    const reply = await tell(accountId, "account.application.deauthorized", { object: "application" });
    expect(reply.status).toBe(200);
    expect((await status(api)).json.onboardingStatus).toBe("restricted");
    expect((await create(api)).status).toBe(201);
  });

  it("can do it a second time", async () => {
    const { api } = await lostMerchant();
    const second = String((await create(api)).json.processorAccountId);
    await deauthorize(service, second);
    await refresh(api);
    const third = await create(api);
    expect(third.status).toBe(201);
    expect(third.json.processorAccountId).not.toBe(second);
  });

  it("gets one new account when a slow request still sees the old one", async () => {
    const { api } = await lostMerchant();
    service.clearWires();
    service.dynamodb.inject(claimFreeing, { kind: "hold_request" });
    const slow = create(api);
    await service.dynamodb.untilHeld();
    const { json } = await create(api);
    service.dynamodb.release();
    expect((await slow).json.processorAccountId).toBe(json.processorAccountId);
    expect(await claimOf(api)).toMatchObject({ state: "completed", keyNumber: 2 });
    expect(made()).toBe(1);
  });

  it("leaves nothing on the due list, not even where the old creation was never completed", async () => {
    const api = await service.otherMerchant("none");
    service.dynamodb.inject(claimCompletion, { kind: "drop_request" }, AWS_TRIES);
    await create(api);
    expect(await claimOf(api)).toMatchObject({ state: "claimed", dueShard: expect.any(String) });
    const { processorAccountId } = (await status(api)).json;
    await deauthorize(service, processorAccountId);
    await refresh(api);
    service.dynamodb.inject(accountDetachment, { kind: "drop_request" }, AWS_TRIES);
    expect((await create(api)).status).toBe(503);
    expect((await claimOf(api))?.state).toBe("rejected");
    expect(await claimOf(api)).not.toHaveProperty("dueShard");
    expect((await create(api)).status).toBe(201);
  });

  it("gets a new account within the day too where a restore has forgotten how the old one was made", async () => {
    const { api, accountId } = await enabledMerchant();
    const ledger = { table: service.table, tableName: service.stack.tableName };
    await restoreItem(ledger, accountCreationKey(merchantIdOf(api)));
    await deauthorize(service, accountId);
    await refresh(api);
    const again = await create(api);
    expect(again.status).toBe(201);
    expect(again.json.processorAccountId).not.toBe(accountId);
    expect((await create(api)).json).toEqual(again.json);
  });

  it("gets the account that a lost creation has made, and not the old one", async () => {
    const { api, accountId } = await lostMerchant();
    service.processor.inject(accountCreation, { kind: "drop_reply" }, PROCESSOR_TRIES);
    expect((await create(api)).status).toBe(503);
    expect((await status(api)).json).toMatchObject({
      processorAccountId: null,
      onboardingStatus: "not_started",
    });
    const resumed = await create(api);
    expect(resumed.status).toBe(201);
    expect(resumed.json.processorAccountId).not.toBe(accountId);
  });
});

describe("an account that is detached while a request is at its creation", () => {
  /**
   * A creation whose reply was lost; an event brings its account, and an operator takes that away, while the retry is
   * taking the claim over: the operator frees the claim as it was before.
   */
  async function detachMeanwhile() {
    const api = await service.otherMerchant("none");
    service.processor.inject(accountCreation, { kind: "drop_reply" }, PROCESSOR_TRIES);
    expect((await create(api)).status).toBe(503);
    service.dynamodb.inject(claimTakeOver, { kind: "hold_request" });
    const retry = create(api);
    await service.dynamodb.untilHeld();
    const [accountId = ""] = await accountsOf(service, api);
    expect((await tell(accountId, "account.updated")).status).toBe(200);
    service.dynamodb.inject(claimFreeing, { kind: "hold_request" });
    const detaching = detach(api);
    await service.dynamodb.untilHeld(2);
    return { api, accountId, retry, detaching };
  }

  it("leaves the merchant free to ask for another where the request completes before", async () => {
    const { api, accountId, retry, detaching } = await detachMeanwhile();
    service.dynamodb.releaseFirst();
    expect((await retry).json.processorAccountId).toBe(accountId);
    service.dynamodb.release();
    expect((await detaching).account).toBeNull();
    const again = await create(api);
    expect(again.status).toBe(201);
    expect(again.json.processorAccountId).not.toBe(accountId);
    expect((await create(api)).json).toEqual(again.json);
  });

  it("leaves the request with another account where it has asked the processor before", async () => {
    const { api, accountId, retry, detaching } = await detachMeanwhile();
    service.processor.inject(accountCreation, { kind: "hold_reply" });
    service.dynamodb.releaseFirst();
    await service.processor.untilHeld();
    service.dynamodb.release();
    expect((await detaching).account).toBeNull();
    service.processor.release();
    const made = await retry;
    expect(made.status).toBe(201);
    expect(made.json.processorAccountId).not.toBe(accountId);
    expect((await status(api)).json).toEqual(made.json);
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

  it("still applies to the account's payments", async () => {
    const { api, accountId } = await enabledMerchant();
    const created = await api.create({ amountCents: 1000 }, randomUUID());
    await service.confirm(created, "pm_card_visa", accountId);
    const events = await service.eventsOf(created.json.processorPaymentIntentId, accountId);
    await detach(api);
    await create(api);
    const paid = events.find(({ type }) => type === "payment_intent.succeeded");
    expect((await service.webhook(paid)).status).toBe(200);
    expect((await api.get(created.json.svcPaymentId)).json.status).toBe("succeeded");
    expect(await service.eventItem(paid?.id)).toMatchObject({
      applied: "applied",
      svcPaymentId: created.json.svcPaymentId,
    });
  });
});

it("a payment is found by its intent also on an account that was detached, and on one that is out of reach", async () => {
  const { api, accountId } = await enabledMerchant();
  const { processorPaymentIntentId } = (await api.create({ amountCents: 1000 }, randomUUID())).json;
  const find = async () =>
    (await api.call("GET", `/v1/payments?processorPaymentIntentId=${processorPaymentIntentId}`)).json;
  await detach(api);
  expect(await find()).toMatchObject([{ processorPaymentIntentId }]);
  await create(api);
  expect(await find()).toMatchObject([{ processorPaymentIntentId }]);
  await deauthorize(service, accountId);
  expect(await find()).toMatchObject([{ processorPaymentIntentId }]);
});
