import { beforeAll, describe, expect, it } from "vitest";
import { forgetOpenWork, later, MINUTE_MS } from "../../support/open-work.ts";
import { disableWebhooks, reconcile, runSchedule, unheard } from "../../support/reconciliation.ts";
import { useService, useShop } from "../../support/use-service.ts";

/** The processor's endpoint is switched off, so nothing is ever told: only the hourly pull can find it. */
const service = useService();
forgetOpenWork(service);
const shop = useShop(service);
beforeAll(() => disableWebhooks(service));

const { accountOf, watermarkOf, buy } = unheard(service, shop);

const pull = async () =>
  reconcile(service, { kind: "events", merchantId: shop.merchantId, accountId: await accountOf() });

it("brings what no webhook has brought: the payment follows, and the merchant is told once", async () => {
  const { svcPaymentId, processorPaymentIntentId, connectedAccountId } = await buy();
  expect((await shop.api.get(svcPaymentId)).json.status).toBe("requires_payment_method");
  later(11 * MINUTE_MS);
  await runSchedule(service, "missed-events");
  const [callback] = await shop.receiver.until(1, ({ type }) => type === "payment_intent.succeeded");
  expect((await shop.api.get(svcPaymentId)).json.status).toBe("succeeded");
  const [event] = (await service.eventsOf(processorPaymentIntentId, String(connectedAccountId))).filter(
    ({ type }) => type === "payment_intent.succeeded",
  );
  expect(callback?.eventId).toBe(event?.id);
  expect(JSON.parse(String(callback?.rawBody))).toEqual({ ...event, account: connectedAccountId });
  expect(await service.eventItem(event?.id)).toMatchObject({ source: "pull", applied: "applied" });
});

it("takes nothing twice, and moves its watermark to ten minutes ago", async () => {
  await buy();
  later(11 * MINUTE_MS);
  await pull();
  await shop.receiver.until(1);
  const accountId = await accountOf();
  const watermark = Number(await watermarkOf(accountId));
  expect(Date.now() - watermark).toBeGreaterThanOrEqual(10 * MINUTE_MS);
  expect(Date.now() - watermark).toBeLessThan(11 * MINUTE_MS);
  await pull();
  const told = shop.receiver.received.map(({ eventId }) => eventId);
  expect(new Set(told).size).toBe(told.length);
  const taken = (await service.items()).filter(({ accountId: of }) => of === accountId);
  expect(taken.map(({ attempts }) => attempts)).not.toContain(2);
});

it("leaves what is younger than ten minutes to the webhook", async () => {
  const { svcPaymentId } = await buy();
  await pull();
  expect((await shop.api.get(svcPaymentId)).json.status).toBe("requires_payment_method");
});

describe("a pulled event never speaks for itself", () => {
  it("the payment is asked for, so that even an event of long ago brings what is so now", async () => {
    const { svcPaymentId, processorPaymentIntentId, connectedAccountId } = await buy();
    const options = { stripeAccount: String(connectedAccountId) };
    await service.stripe.refunds.create({ payment_intent: String(processorPaymentIntentId) }, options);
    later(11 * MINUTE_MS);
    await pull();
    expect(await service.item(svcPaymentId)).toMatchObject({ status: "refunded", refundedCents: 1000 });
  });
});
