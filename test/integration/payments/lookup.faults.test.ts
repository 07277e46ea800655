import { randomUUID } from "node:crypto";
import { describe, expect, it, vi } from "vitest";
import { paymentIdFor } from "../../../shared/domain/id.ts";
import { accountCreationKey, paymentKey } from "../../../shared/ledger/table.ts";
import { accountsOf, merchantIdOf } from "../../support/onboarding.ts";
import { PROCESSOR_TRIES } from "../../support/sdk-tries.ts";
import { useService } from "../../support/use-service.ts";
import {
  accountCreation,
  type Call,
  intentCreation,
  refundCreation,
  refundList,
} from "../../support/wire-calls.ts";

/**
 * Scenario 8, further than its first page: the processor has forgotten the key, so what an earlier attempt made has
 * to be found before anything is made again. What is overlooked here is charged, or paid back, twice.
 */
const service = useService({ muted: true });

const HOUR_MS = 3_600_000;
const BODY = { amountCents: 1000 };
const later = (milliseconds: number) =>
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + milliseconds });

const idOf = (key: string) => paymentIdFor(service.stack.demo.merchantId, key);
const inAccount = () => ({ stripeAccount: service.accountId });
const intentsFor = async (key: string) =>
  (await service.intents()).filter(({ metadata }) => metadata.svcPaymentId === idOf(key));

/** Does something often, a few at a time: as fast as one process can answer itself. */
async function times(count: number, act: () => Promise<unknown>): Promise<void> {
  for (let done = 0; done < count; done += 10)
    await Promise.all(Array.from({ length: Math.min(10, count - done) }, act));
}

describe("what was made is found", () => {
  it("34: among so many newer payments that it is on the second page", async () => {
    const key = randomUUID();
    service.processor.inject(intentCreation, { kind: "drop_reply" }, PROCESSOR_TRIES);
    expect((await service.api.create(BODY, key)).status).toBe(503);
    const [made] = await intentsFor(key);
    await times(150, () =>
      service.stripe.paymentIntents.create({ amount: 500, currency: "usd" }, inAccount()),
    );
    later(25 * HOUR_MS);
    service.processor.passed.length = 0;
    const retried = await service.api.create(BODY, key);
    expect(retried.json).toMatchObject({ processorPaymentIntentId: made?.id });
    expect(service.processor.passed.filter(intentCreation)).toEqual([]);
  });

  it("among so many newer refunds of its payment that it is on the third page", async () => {
    const id = await service.paid(1000);
    const { processorPaymentIntentId: intentId } = (await service.api.get(id)).json;
    service.processor.inject(refundCreation, { kind: "drop_reply" }, PROCESSOR_TRIES);
    expect((await service.api.refund(id, { amountCents: 400 }, "paged")).status).toBe(503);
    const one = { payment_intent: String(intentId), amount: 1 };
    await times(210, () => service.stripe.refunds.create(one, inAccount()));
    later(25 * HOUR_MS);
    service.processor.passed.length = 0;
    expect((await service.api.refund(id, { amountCents: 400 }, "paged")).status).toBe(200);
    expect(service.processor.passed.filter(refundCreation)).toEqual([]);
    expect((await service.item(id)).refundedCents).toBe(610);
  });

  // The claim's times are our machine's, the object's time is the processor's.
  it.each([
    ["behind that", 200_000],
    ["ahead of that", -200_000],
  ])("when our clock was minutes %s of the processor", async (_, milliseconds) => {
    const key = randomUUID();
    service.processor.inject(intentCreation, { kind: "drop_reply" }, PROCESSOR_TRIES);
    await service.api.create(BODY, key);
    await service.ageClaim(paymentKey(idOf(key)), milliseconds);
    const api = await service.otherMerchant("none");
    service.processor.inject(accountCreation, { kind: "drop_reply" }, PROCESSOR_TRIES);
    await api.call("POST", "/v1/onboarding/account");
    await service.ageClaim(accountCreationKey(merchantIdOf(api)), milliseconds);

    later(25 * HOUR_MS);
    expect((await service.api.create(BODY, key)).status).toBe(201);
    expect(await intentsFor(key)).toHaveLength(1);
    expect((await api.call("POST", "/v1/onboarding/account")).status).toBe(201);
    expect(await accountsOf(service, api)).toHaveLength(1);
  });
});

it("63: a payment with a hundred refunds at the processor takes no more here, and an open claim is still found behind them", async () => {
  const id = await service.paid(1000);
  const { processorPaymentIntentId: intentId } = (await service.api.get(id)).json;
  const one = { payment_intent: String(intentId), amount: 1 };
  const refund = (amountCents: number, key: string) => service.api.refund(id, { amountCents }, key);
  expect((await refund(1, "first")).status).toBe(200);
  await times(98, () => service.stripe.refunds.create(one, inAccount()));
  service.processor.inject(refundCreation, { kind: "drop_reply" }, PROCESSOR_TRIES);
  expect((await refund(5, "hundredth")).status).toBe(503);
  const rejected = await refund(5, "next");
  expect(rejected).toMatchObject({ status: 422, json: { code: "too_many_refunds", retryable: false } });
  expect(rejected.json.detail).toContain("dashboard");
  await times(100, () => service.stripe.refunds.create(one, inAccount()));
  expect((await refund(5, "hundredth")).status).toBe(200);
  expect((await service.item(id)).refundedCents).toBe(204);
}, 60_000);

describe("a list that does not end says nothing", () => {
  /** Every page is full of others, and there is always one more. */
  function answerEndlessly(listing: Call, object: string): void {
    const data = Array.from({ length: 100 }, (_, n) => ({ id: `${object}_${n}`, object, metadata: {} }));
    const body = { object: "list", data, has_more: true };
    service.processor.inject(listing, { kind: "answer", status: 200, body }, Number.POSITIVE_INFINITY);
  }

  it("no second refund is made, and the claim is kept", async () => {
    const id = await service.paid(1000);
    service.processor.inject(refundCreation, { kind: "drop_reply" }, PROCESSOR_TRIES);
    expect((await service.api.refund(id, { amountCents: 400 }, "endless")).status).toBe(503);
    later(25 * HOUR_MS);
    service.processor.clear();
    answerEndlessly(refundList, "refund");
    const unknown = await service.api.refund(id, { amountCents: 400 }, "endless");
    expect(unknown.json).toMatchObject({ status: 503, title: "Processor unavailable" });
    expect(service.processor.passed.filter(refundCreation)).toEqual([]);

    service.processor.clear();
    expect((await service.api.refund(id, { amountCents: 400 }, "endless")).status).toBe(200);
    expect((await service.item(id)).refundedCents).toBe(400);
  });

  it("what search finds is found, though a client that retries often leaves it no time", async () => {
    const key = randomUUID();
    service.processor.inject(intentCreation, { kind: "drop_reply" }, PROCESSOR_TRIES);
    expect((await service.api.create(BODY, key)).status).toBe(503);
    later(25 * HOUR_MS);
    const search: Call = ({ path }) => path.startsWith("/v1/payment_intents/search");
    service.processor.inject(search, { kind: "drop_request" }, PROCESSOR_TRIES);
    expect((await service.api.create(BODY, key)).status).toBe(503);
    service.processor.clear();
    answerEndlessly(({ method, path }) => method === "GET" && path.startsWith("/v1/payment_intents?"), "pi");
    expect((await service.api.create(BODY, key)).status).toBe(201);
    service.processor.clear();
    expect(await intentsFor(key)).toHaveLength(1);
  });

  it("no second account is made, and the claim is kept", async () => {
    const api = await service.otherMerchant("none");
    const create = () => api.call("POST", "/v1/onboarding/account");
    service.processor.inject(accountCreation, { kind: "drop_reply" }, PROCESSOR_TRIES);
    expect((await create()).status).toBe(503);
    later(25 * HOUR_MS);
    service.processor.clear();
    answerEndlessly(({ method, path }) => method === "GET" && path.startsWith("/v1/accounts?"), "account");
    expect((await create()).json).toMatchObject({ status: 503, title: "Processor unavailable" });
    expect(service.processor.passed.filter(accountCreation)).toEqual([]);

    service.processor.clear();
    expect((await create()).status).toBe(201);
    expect(await accountsOf(service, api)).toHaveLength(1);
  });
});

describe("34: a claim older than a day on an account with more intents than can be listed", () => {
  const listingIntents: Call = ({ method, path }) =>
    method === "GET" && path.startsWith("/v1/payment_intents?");
  const ENDLESS = {
    kind: "answer",
    status: 200,
    body: {
      object: "list",
      data: Array.from({ length: 100 }, (_, n) => ({
        id: `pi_${n}`,
        object: "payment_intent",
        metadata: {},
      })),
      has_more: true,
    },
  } as const;

  it("is found by the processor's search", async () => {
    const key = randomUUID();
    service.processor.inject(intentCreation, { kind: "drop_reply" }, PROCESSOR_TRIES);
    expect((await service.api.create(BODY, key)).status).toBe(503);
    const [made] = await intentsFor(key);
    later(25 * HOUR_MS);
    service.processor.clear();
    service.processor.inject(listingIntents, ENDLESS, Number.POSITIVE_INFINITY);
    const retried = await service.api.create(BODY, key);
    service.processor.clear();
    expect(retried).toMatchObject({ status: 201, json: { processorPaymentIntentId: made?.id } });
  });
});
