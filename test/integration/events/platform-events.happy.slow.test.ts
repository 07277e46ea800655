import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import type { PlatformEvent } from "../../../shared/queues/queue.ts";
import { control } from "../../support/attention.ts";
import { changeAccount } from "../../support/onboarding.ts";
import { forgetOpenWork } from "../../support/open-work.ts";
import { drainPlatform, switchPlatformEventsOn } from "../../support/platform-queue.ts";
import { useService, useShop } from "../../support/use-service.ts";

/** One of each kind of event in the platform's own queue, in the service's form and as the ledger has its subject. */
switchPlatformEventsOn();
const service = useService({ muted: true });
forgetOpenWork(service);
const shop = useShop(service);

let accountId: string;
beforeEach(async () => {
  const { json } = await shop.api.call("GET", "/v1/onboarding/status");
  accountId = String(json.processorAccountId);
  await drainPlatform(service);
});

/** What the platform was told of this shop since it was last asked. */
const told = async (): Promise<PlatformEvent[]> =>
  (await drainPlatform(service)).filter(({ merchantId }) => merchantId === shop.merchantId);

/** Sends the newest of the processor's events of a type, as the processor would. Answers its id. */
async function tell(type: string, changed: object = {}): Promise<string> {
  const { data } = await service.stripe.events.list({ type, limit: 1 }, { stripeAccount: accountId });
  const [event] = data;
  if (!event) throw new Error(`There is no ${type}.`);
  const object = { ...event.data.object, ...changed };
  expect((await service.webhook({ ...event, data: { ...event.data, object } })).status).toBe(200);
  return event.id;
}

async function buy(paymentMethod = "pm_card_visa", body: object = {}): Promise<string> {
  const created = await shop.api.create({ amountCents: 1000, ...body }, randomUUID());
  await service.confirm(created, paymentMethod, accountId);
  return String(created.json.svcPaymentId);
}

const ofPayment = (svcPaymentId: string, eventId: unknown, type: string, shown: object) => ({
  eventId,
  type,
  merchantId: shop.merchantId,
  svcPaymentId,
  version: expect.any(Number),
  payload: expect.objectContaining({ payload: "service", id: eventId, type, ...shown }),
});

const ofNoPayment = (eventId: unknown, type: string, shown: object) => ({
  ...ofPayment("", eventId, type, shown),
  svcPaymentId: null,
});

/** Longer than an update waits for another event to tell it. */
const A_WHILE_SECONDS = 240;

const choose = (choice: object) => shop.api.setEndpoint({ url: shop.receiver.url, ...choice });

describe("what the processor's events tell", () => {
  it("a refund, and that it failed", async () => {
    const svcPaymentId = await buy();
    await tell("payment_intent.succeeded");
    await shop.api.refund(svcPaymentId, { amountCents: 400 });
    const refunded = await tell("charge.refunded");
    const { data } = await service.stripe.refunds.list({ limit: 1 }, { stripeAccount: accountId });
    const refundId = String(data[0]?.id);
    await control(service, `refunds/${refundId}/fail`);
    const failed = await tell("refund.failed");
    const [, second, third] = await told();
    const status = "partially_refunded";
    const payment = expect.objectContaining({ svcPaymentId, status, refundedCents: 400 });
    expect(second).toEqual(ofPayment(svcPaymentId, refunded, "payment.refunded", { payment }));
    const refund = expect.objectContaining({ refundId, amountCents: 400 });
    expect(third).toEqual(ofPayment(svcPaymentId, failed, "refund.failed", { refund }));
    expect(third?.version).toBeGreaterThan(Number(second?.version));
  });

  it("an account", async () => {
    await changeAccount(service, accountId, { payouts_enabled: false });
    const changed = await tell("account.updated");
    const account = expect.objectContaining({ processorAccountId: accountId, payoutsEnabled: false });
    expect(await told()).toEqual([ofNoPayment(changed, "account.updated", { account })]);
  });
});

describe("what no event of the processor tells, where the merchant's endpoint is told of it too", () => {
  beforeEach(() => choose({ payload: "service" }));

  it("a payment that the API has changed", async () => {
    const svcPaymentId = await buy();
    await tell("payment_intent.succeeded");
    await drainPlatform(service);
    await shop.api.refund(svcPaymentId, { amountCents: 400 });
    await service.letPass(A_WHILE_SECONDS);
    const payment = expect.objectContaining({ svcPaymentId, refundedCents: 400 });
    expect(await told()).toEqual([
      ofPayment(svcPaymentId, expect.stringMatching(/^evt_own/), "payment.updated", { payment }),
    ]);
  });
});
