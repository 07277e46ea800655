import { describe, expect, it, vi } from "vitest";
import { identifyMerchant } from "../../../shared/flows/events/identify-event.ts";
import { accountCreationKey } from "../../../shared/ledger/table.ts";
import type { MerchantApi } from "../../support/api.ts";
import { accountsOf, changeAccount, merchantIdOf } from "../../support/onboarding.ts";
import { AWS_TRIES, PROCESSOR_TRIES } from "../../support/sdk-tries.ts";
import { useService } from "../../support/use-service.ts";
import {
  accountAttachment,
  accountCreation,
  accountLink,
  claimCompletion,
  claimRelease,
  claimWrite,
} from "../../support/wire-calls.ts";

/** Scenario 25 and its relatives, with the fault on the wire. */
const service = useService({ muted: true });

const HOUR_MS = 3_600_000;
const later = (milliseconds: number) =>
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + milliseconds });

const aNewcomer = () => service.otherMerchant("none");
const create = (api: MerchantApi) => api.call("POST", "/v1/onboarding/account");
const refresh = (api: MerchantApi) => api.call("POST", "/v1/onboarding/refresh");
const status = (api: MerchantApi) => api.call("GET", "/v1/onboarding/status");

/** What must hold once faults have stopped: one account at the processor, and it is the one that is answered. */
async function expectOneAccount(api: MerchantApi): Promise<void> {
  const again = await create(api);
  expect(again.status).toBe(200);
  expect(await accountsOf(service, api)).toEqual([again.json.processorAccountId]);
  const link = (await service.items()).find(({ pk }) => pk === `ACCOUNT#${again.json.processorAccountId}`);
  expect(link?.merchantId).toBe(merchantIdOf(api));
}

describe("25: at once", () => {
  it("one runs and the other is told to wait; later both get the same account", async () => {
    const api = await aNewcomer();
    service.processor.inject(accountCreation, { kind: "hold_request" });
    const first = create(api);
    await service.processor.untilHeld();
    const second = await create(api);
    expect(second.json).toMatchObject({ status: 409, title: "In progress", retryable: true });
    expect(second.headers.get("retry-after")).toBe("1");
    service.processor.release();
    expect((await first).status).toBe(201);
    expect((await create(api)).text).toBe((await first).text);
    await expectOneAccount(api);
  });

  it("twenty make one account", async () => {
    const api = await aNewcomer();
    const replies = await Promise.all(Array.from({ length: 20 }, () => create(api)));
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(replies.every(({ status }) => [200, 201, 409].includes(status))).toBe(true);
    await expectOneAccount(api);
  });
});

describe("25: a reply is lost", () => {
  it.each([
    ["the claim's", claimWrite],
    ["that of the account's record", accountLink],
    ["the merchant's", accountAttachment],
    ["the completion's", claimCompletion],
  ])("%s: our own write is recognized", async (_, write) => {
    const api = await aNewcomer();
    service.dynamodb.inject(write, { kind: "drop_reply" });
    expect((await create(api)).status).toBe(201);
    await expectOneAccount(api);
  });

  it("the processor's: the retry gets the same account", async () => {
    const api = await aNewcomer();
    // Twice, because the SDK tries again by itself once when a socket closes.
    service.processor.inject(accountCreation, { kind: "drop_reply" }, PROCESSOR_TRIES);
    const lost = await create(api);
    expect(lost.json).toMatchObject({ status: 503, title: "Processor unavailable", retryable: true });
    expect((await status(api)).json.onboardingStatus).toBe("not_started");
    const [made] = await accountsOf(service, api);
    const retried = await create(api);
    expect(retried).toMatchObject({ status: 201, json: { processorAccountId: made } });
    await expectOneAccount(api);
  });
});

describe("25: a crash in the middle is finished by the next call", () => {
  it.each([
    ["before the account's record", accountLink],
    ["before the merchant's", accountAttachment],
  ])("%s", async (_, write) => {
    const api = await aNewcomer();
    service.dynamodb.inject(write, { kind: "drop_request" }, AWS_TRIES);
    expect((await create(api)).status).toBe(503);
    expect((await create(api)).status).toBe(201);
    await expectOneAccount(api);
  });

  it("before the completion, when the merchant has its account already", async () => {
    const api = await aNewcomer();
    service.dynamodb.inject(claimCompletion, { kind: "drop_request" }, AWS_TRIES);
    expect((await create(api)).status).toBe(503);
    await expectOneAccount(api);
  });

  it("when even the lease could not be ended, as soon as it has ended by itself", async () => {
    const api = await aNewcomer();
    service.dynamodb.inject(accountLink, { kind: "drop_request" }, AWS_TRIES);
    service.dynamodb.inject(claimRelease, { kind: "drop_request" }, AWS_TRIES);
    expect((await create(api)).status).toBe(503);
    expect((await create(api)).json.title).toBe("In progress");
    later(61_000);
    expect((await create(api)).status).toBe(201);
    await expectOneAccount(api);
  });

  it("more than a day later, when the processor has forgotten the key, it is found by its metadata", async () => {
    const api = await aNewcomer();
    service.processor.inject(accountCreation, { kind: "drop_reply" }, PROCESSOR_TRIES);
    await create(api);
    const [made] = await accountsOf(service, api);
    later(25 * HOUR_MS);
    expect((await create(api)).json.processorAccountId).toBe(made);
    await expectOneAccount(api);
  });

  it("more than a day later it is made when nothing was made", async () => {
    const api = await aNewcomer();
    service.processor.inject(accountCreation, { kind: "drop_request" }, PROCESSOR_TRIES);
    await create(api);
    later(25 * HOUR_MS);
    expect((await create(api)).status).toBe(201);
    await expectOneAccount(api);
  });

  it("behind a saved 500 the account is found", async () => {
    const api = await aNewcomer();
    service.processor.inject(accountCreation, { kind: "drop_reply" }, PROCESSOR_TRIES);
    await create(api);
    const headers = { "Idempotent-Replayed": "true" };
    const body = { error: { type: "api_error" } };
    service.processor.inject(accountCreation, { kind: "answer", status: 500, body, headers });
    expect((await create(api)).status).toBe(201);
    await expectOneAccount(api);
  });

  it("30: behind the processor's idempotency error nothing is found, and it is made under a new key", async () => {
    const api = await aNewcomer();
    service.processor.inject(accountCreation, { kind: "drop_request" }, PROCESSOR_TRIES);
    await create(api);
    const body = { error: { type: "idempotency_error" } };
    service.processor.inject(accountCreation, { kind: "answer", status: 400, body });
    expect((await create(api)).status).toBe(201);
    const keys = service.processor.passed
      .filter(accountCreation)
      .map(({ headers }) => headers["idempotency-key"]);
    expect(new Set(keys).size).toBe(2);
    await expectOneAccount(api);
  });

  it("every attempt sends the same key and the first attempt's parameters", async () => {
    const api = await aNewcomer();
    service.processor.inject(accountCreation, { kind: "drop_request" }, PROCESSOR_TRIES);
    await api.call("POST", "/v1/onboarding/account", { country: "CA", email: "owner@shop.example" });
    const resumed = await api.call("POST", "/v1/onboarding/account", { country: "GB" });
    expect(resumed.status).toBe(201);
    const sent = service.processor.passed.filter(accountCreation);
    expect(sent.length).toBe(3);
    expect(new Set(sent.map(({ body, headers }) => `${headers["idempotency-key"]} ${body}`)).size).toBe(1);
  });
});

it("25: a zombie that wakes after a takeover answers its successor's account and writes nothing", async () => {
  const api = await aNewcomer();
  service.processor.inject(accountCreation, { kind: "hold_reply" });
  const zombie = create(api);
  await service.processor.untilHeld();
  await service.ageClaim(accountCreationKey(merchantIdOf(api)), 61_000);
  const successor = await create(api);
  expect(successor.status).toBe(201);
  await changeAccount(service, successor.json.processorAccountId, { charges_enabled: true });
  await refresh(api);
  const stands = (await status(api)).text;
  service.processor.release();
  expect(await zombie).toMatchObject({ status: 201, text: successor.text });
  expect((await status(api)).text).toBe(stands);
  await expectOneAccount(api);
});

describe("an event that overtakes the creation it tells of", () => {
  const merchantOf = async (accountId: string | undefined) => {
    const owner = await identifyMerchant(accountId ?? "", Date.now());
    return owner.kind === "merchant" ? owner.merchant : undefined;
  };

  it.each([
    ["nothing is written yet", accountLink],
    ["only the account's record is written", accountAttachment],
  ])("finds the merchant when %s, and finishes the creation", async (_, write) => {
    const api = await aNewcomer();
    service.dynamodb.inject(write, { kind: "drop_request" }, AWS_TRIES);
    await create(api);
    const [accountId] = await accountsOf(service, api);
    const merchant = await merchantOf(accountId);
    expect(merchant).toMatchObject({
      merchantId: merchantIdOf(api),
      account: { processorAccountId: accountId, onboardingStatus: "pending" },
    });
    await expectOneAccount(api);
  });

  it("is nobody's when the account was not made for anybody here", async () => {
    const api = await aNewcomer();
    const svcMerchantId = merchantIdOf(api);
    for (const metadata of [
      {},
      // Another environment at the same processor.
      { svcMerchantId, svcEnv: "staging" },
      // A merchant that never asked for an account.
      { svcMerchantId, svcEnv: "local" },
      { svcMerchantId: "mer_nobody", svcEnv: "local" },
    ]) {
      const { id } = await service.stripe.accounts.create({ metadata });
      expect(await merchantOf(id)).toBeUndefined();
    }
    expect(await merchantOf("acct_gone")).toBeUndefined();
    expect((await status(api)).json.onboardingStatus).toBe("not_started");
  });

  it("is nobody's either when the merchant's own creation is of another environment, or was rejected", async () => {
    const api = await aNewcomer();
    service.processor.inject(accountCreation, { kind: "drop_request" }, PROCESSOR_TRIES);
    await create(api);
    const svcMerchantId = merchantIdOf(api);
    const elsewhere = await service.stripe.accounts.create({
      metadata: { svcMerchantId, svcEnv: "staging" },
    });
    expect(await merchantOf(elsewhere.id)).toBeUndefined();
    const error = { type: "invalid_request_error", code: "country_unsupported", param: "country" };
    service.processor.inject(accountCreation, { kind: "answer", status: 400, body: { error } });
    expect((await create(api)).status).toBe(400);
    const stray = await service.stripe.accounts.create({ metadata: { svcMerchantId, svcEnv: "local" } });
    expect(await merchantOf(stray.id)).toBeUndefined();
  });

  it("cannot give a merchant a second account", async () => {
    const api = await aNewcomer();
    await create(api);
    const metadata = { svcMerchantId: merchantIdOf(api), svcEnv: "local" };
    const { id } = await service.stripe.accounts.create({ metadata });
    expect(await merchantOf(id)).toBeUndefined();
  });
});
