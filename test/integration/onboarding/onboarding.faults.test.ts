import { describe, expect, it } from "vitest";
import { identifyMerchant } from "../../../shared/flows/events/identify-event.ts";
import type { MerchantApi } from "../../support/api.ts";
import { accountsOf, merchantIdOf } from "../../support/onboarding.ts";
import { AWS_TRIES, PROCESSOR_TRIES } from "../../support/sdk-tries.ts";
import { useService } from "../../support/use-service.ts";
import {
  accountAttachment,
  accountCreation,
  accountLink,
  claimCompletion,
  claimWrite,
} from "../../support/wire-calls.ts";

/** Scenario 25 and its relatives, with the fault on the wire. */
const service = useService({ muted: true });

const aNewcomer = () => service.otherMerchant("none");
const create = (api: MerchantApi) => api.call("POST", "/v1/onboarding/account");
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
});
