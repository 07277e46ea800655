import { randomBytes, randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { eraseMerchant } from "../../../shared/flows/merchants/erase-merchant.ts";
import { findMerchant } from "../../../shared/ledger/merchants.ts";
import type { MerchantApi } from "../../support/api.ts";
import { merchantIdOf } from "../../support/onboarding.ts";
import { forgetOpenWork } from "../../support/open-work.ts";
import { drainPlatform, switchPlatformEventsOn } from "../../support/platform-queue.ts";
import { AWS_TRIES } from "../../support/sdk-tries.ts";
import { useService } from "../../support/use-service.ts";
import { queueSend } from "../../support/wire-calls.ts";

/** The platform's own queue of every merchant's events, which is off unless an environment asks for it. */
switchPlatformEventsOn();
const service = useService({ muted: true });
forgetOpenWork(service);
const drain = () => drainPlatform(service);

async function paid(api: MerchantApi = service.api) {
  const created = await api.create({ amountCents: 1000, orderRef: "order-1" }, randomUUID());
  const accountId = String(created.json.connectedAccountId);
  await service.confirm(created, "pm_card_visa", accountId);
  const events = await service.eventsOf(created.json.processorPaymentIntentId, accountId);
  const event = events.find(({ type }) => type === "payment_intent.succeeded");
  if (!event) throw new Error("no event");
  return { svcPaymentId: String(created.json.svcPaymentId), event: { ...event, account: accountId } };
}

const toPlatform = (passing: Parameters<typeof queueSend>[0]) =>
  queueSend(passing) && passing.body.includes("platform-events");

describe("every merchant's events reach the platform in the service's form", () => {
  it("a merchant without an endpoint is told of too", async () => {
    const { svcPaymentId, event } = await paid(await service.otherMerchant());
    await drain();
    expect((await service.webhook(event)).json).toEqual({ received: true, forwarded: false });
    const [told, ...others] = await drain();
    expect(others).toEqual([]);
    const { merchantId } = (await service.eventItem(event.id)) as { merchantId: string };
    expect(told).toEqual({
      eventId: event.id,
      type: "payment.succeeded",
      merchantId,
      svcPaymentId,
      version: expect.any(Number),
      payload: {
        payload: "service",
        id: event.id,
        type: "payment.succeeded",
        createdAt: expect.any(String),
        payment: expect.objectContaining({ svcPaymentId, status: "succeeded", orderRef: "order-1" }),
      },
    });
  });

  it("charges that are the merchant's own do not", async () => {
    const options = { stripeAccount: service.accountId };
    const order = { amount: 700, currency: "usd", allowed_payment_method_types: ["card"], confirm: true };
    const own = await service.stripe.paymentIntents.create(
      { ...order, payment_method: "pm_card_visa" },
      options,
    );
    const [event] = await service.eventsOf(own.id);
    await drain();
    expect((await service.webhook(event)).status).toBe(200);
    expect(await drain()).toEqual([]);
  });
});

describe("74: the platform's queue", () => {
  it("has the event twice, under one id, when the reply to the send is lost", async () => {
    const { event } = await paid();
    await drain();
    service.sqs.inject(toPlatform, { kind: "drop_reply" });
    expect((await service.webhook(event)).status).toBe(200);
    expect((await drain()).map(({ eventId }) => eventId)).toEqual([event.id, event.id]);
  });

  it("does not answer: the event is not acknowledged, and told later", async () => {
    const { event } = await paid();
    await drain();
    service.sqs.inject(toPlatform, { kind: "drop_request" }, AWS_TRIES);
    expect((await service.webhook(event)).status).toBe(503);
    expect((await service.eventItem(event.id)).finishedAt).toBeUndefined();
    expect((await service.webhook(event)).status).toBe(200);
    expect((await drain()).map(({ eventId }) => eventId)).toEqual([event.id]);
  });

  it("has nothing of a merchant that was erased before its event was finished", async () => {
    const api = await service.otherMerchant();
    const { event } = await paid(api);
    await drain();
    service.sqs.inject(toPlatform, { kind: "drop_request" }, AWS_TRIES);
    expect((await service.webhook(event)).status).toBe(503);
    const merchant = await findMerchant(merchantIdOf(api));
    if (!merchant) throw new Error("There is no merchant.");
    await eraseMerchant(merchant, { at: Date.now(), random: randomBytes }, async () => {});
    await service.letPass(10 * 60);
    expect((await service.eventItem(event.id)).finishedAt).toBeDefined();
    expect(await drain()).toEqual([]);
  });
});
