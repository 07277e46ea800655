import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { dateOf } from "../../../shared/domain/finance/day.ts";
import { refreshPayment } from "../../../shared/flows/payments/refresh-payment.ts";
import { attentionOf, control } from "../../support/attention.ts";
import { reconcile } from "../../support/reconciliation.ts";
import { AWS_TRIES } from "../../support/sdk-tries.ts";
import { sell } from "../../support/shops.ts";
import { useService, useShop } from "../../support/use-service.ts";
import { paymentSave } from "../../support/wire-calls.ts";

/*
 * Under the service payload a receiver that keeps the highest version of a payment ends with what retrieving it shows,
 * whatever has changed the payment.
 */
const service = useService({ muted: true });
const shop = useShop(service);

const choose = (choice: object) =>
  shop.api.call("PUT", "/v1/callback-endpoint", { url: shop.receiver.url, ...choice });

type Told = { type: string; payment: { version: number; status: string } };

const told = (): Told[] => shop.receiver.received.map(({ rawBody }) => JSON.parse(rawBody.toString()));

/** The receiver's copy. */
const newest = () =>
  told()
    .map(({ payment }) => payment)
    .toSorted((one, other) => other.version - one.version)[0];

const versionOf = async (svcPaymentId: string) =>
  Number((await shop.api.get(svcPaymentId)).headers.get("svc-payment-version"));

const updatesRecorded = async () =>
  (await service.items()).filter(
    ({ type, merchantId }) => type === "payment.updated" && merchantId === shop.merchantId,
  );

/** A payment of the shop's that is paid, and told so. */
async function paid() {
  const { svcPaymentId, event } = await sell(service, shop);
  await service.webhook(event);
  await shop.receiver.until(1);
  const { json } = await shop.api.get(svcPaymentId);
  const { connectedAccountId } = (await service.item(svcPaymentId)).order as { connectedAccountId: string };
  const tell = async (...types: string[]) => {
    const events = await service.eventsOf(json.processorPaymentIntentId, connectedAccountId);
    for (const one of events.filter(({ type }) => types.includes(type)))
      expect((await service.webhook(one)).status).toBe(200);
  };
  return { svcPaymentId, intent: String(json.processorPaymentIntentId), connectedAccountId, tell };
}

/** Longer than an update waits for another event to tell it. */
const A_WHILE_SECONDS = 240;

async function expectKnown(svcPaymentId: string, status: string) {
  await service.letPass(A_WHILE_SECONDS);
  expect((await shop.api.get(svcPaymentId)).json.status).toBe(status);
  expect(newest()).toMatchObject({ status, version: await versionOf(svcPaymentId) });
}

it("64: a refund that is canceled at the processor is told, though no event that can be chosen tells of it", async () => {
  await choose({ payload: "service" });
  const { svcPaymentId, connectedAccountId: stripeAccount, tell } = await paid();
  await control(service, "refunds/next", { outcome: "requires_action" });
  expect((await shop.api.refund(svcPaymentId, { amountCents: 400 })).status).toBe(200);
  await tell("charge.refunded");
  await expectKnown(svcPaymentId, "partially_refunded");
  const { data } = await service.stripe.refunds.list({ limit: 1 }, { stripeAccount });
  await service.stripe.refunds.cancel(String(data[0]?.id), {}, { stripeAccount });
  await tell("refund.updated");
  await expectKnown(svcPaymentId, "succeeded");
  expect(told().at(-1)?.type).toBe("payment.updated");
});

it("a refund by the API is told once: the processor's event of it tells it, and nothing is added", async () => {
  await choose({ payload: "service" });
  const { svcPaymentId, tell } = await paid();
  expect((await shop.api.refund(svcPaymentId, { amountCents: 400 })).status).toBe(200);
  await tell("charge.refunded");
  await expectKnown(svcPaymentId, "partially_refunded");
  expect(told().map(({ type }) => type)).toEqual(["payment.succeeded", "payment.refunded"]);
  const [update] = await updatesRecorded();
  expect(update).toMatchObject({ delivery: "none", applied: "unchanged" });
  expect(update).not.toHaveProperty("dueSort");
});

it("a refund by the API is told, also where the processor's event of it is not chosen or never comes", async () => {
  await choose({ payload: "service", events: ["payment_intent.succeeded", "payment.updated"] });
  const { svcPaymentId, tell } = await paid();
  expect((await shop.api.refund(svcPaymentId, { amountCents: 400 })).status).toBe(200);
  await tell("charge.refunded");
  await expectKnown(svcPaymentId, "partially_refunded");
  expect((await shop.api.refund(svcPaymentId, { amountCents: 600 })).status).toBe(200);
  await expectKnown(svcPaymentId, "refunded");
  expect(told().map(({ type }) => type)).toEqual(["payment.succeeded", "payment.updated", "payment.updated"]);
});

it("what an operator's refresh brings is told", async () => {
  await choose({ payload: "service" });
  const { svcPaymentId, intent, connectedAccountId: stripeAccount } = await paid();
  await service.stripe.refunds.create({ payment_intent: intent, amount: 1000 }, { stripeAccount });
  await refreshPayment(svcPaymentId, { at: Date.now(), random: randomBytes });
  await expectKnown(svcPaymentId, "refunded");
});

it.each<[string, "drop_request" | "drop_reply"]>([
  ["is not made, and made by a retry", "drop_request"],
  ["is made, and its reply is lost", "drop_reply"],
])("a change whose write %s is told", async (_, kind) => {
  await choose({ payload: "service" });
  const { svcPaymentId } = await paid();
  service.dynamodb.inject(paymentSave, { kind }, AWS_TRIES);
  const key = "a-refund";
  expect((await shop.api.refund(svcPaymentId, { amountCents: 400 }, key)).status).toBe(503);
  await service.letPass(A_WHILE_SECONDS);
  expect((await shop.api.refund(svcPaymentId, { amountCents: 400 }, key)).status).toBe(200);
  await expectKnown(svcPaymentId, "partially_refunded");
});

it("under the processor's payload nothing is recorded for it, unless it is chosen", async () => {
  const { svcPaymentId } = await paid();
  expect((await shop.api.refund(svcPaymentId, { amountCents: 400 })).status).toBe(200);
  expect(await updatesRecorded()).toEqual([]);
  await choose({ events: ["payment.updated"] });
  expect((await shop.api.refund(svcPaymentId, { amountCents: 600 })).status).toBe(200);
  expect(await updatesRecorded()).toHaveLength(1);
});

it("64: a refund that failed unheard is told by the day's statement, and needs a person", async () => {
  await choose({ payload: "service" });
  const { svcPaymentId, intent, connectedAccountId: stripeAccount } = await paid();
  const params = { payment_intent: intent, amount: 400 };
  const { id: refundId } = await service.stripe.refunds.create(params, { stripeAccount });
  await control(service, `refunds/${refundId}/fail`);
  const before = await versionOf(svcPaymentId);
  const { merchantId } = shop;
  await reconcile(service, { kind: "statement", merchantId, date: dateOf(Date.now()) });
  await expectKnown(svcPaymentId, "succeeded");
  expect(await versionOf(svcPaymentId)).toBeGreaterThan(before);
  expect(await attentionOf(shop.api, svcPaymentId)).toMatchObject([
    { kind: "refund_failed", subject: { refundId }, amountCents: 400 },
  ]);
});

describe.each([
  ["removed", { svcPaymentId: "", svcEnv: "" }],
  ["replaced by those of another environment", { svcEnv: "staging" }],
  ["replaced by those of no payment", { svcPaymentId: `svcpay_${"0".repeat(32)}` }],
])("52: a payment whose ids were %s at the processor", (_, metadata) => {
  async function edited() {
    await choose({ payload: "service" });
    const payment = await paid();
    const { intent, connectedAccountId: stripeAccount } = payment;
    await service.stripe.paymentIntents.update(intent, { metadata }, { stripeAccount });
    return payment;
  }

  it("is told when its refund fails, which needs a person", async () => {
    const { svcPaymentId, intent, connectedAccountId: stripeAccount, tell } = await edited();
    await control(service, "refunds/next", { outcome: "requires_action" });
    const params = { payment_intent: intent, amount: 400 };
    const { id: refundId } = await service.stripe.refunds.create(params, { stripeAccount });
    await tell("charge.refunded", "refund.created");
    await expectKnown(svcPaymentId, "partially_refunded");
    await control(service, `refunds/${refundId}/fail`);
    await tell("refund.failed");
    await expectKnown(svcPaymentId, "succeeded");
    expect(await attentionOf(shop.api, svcPaymentId)).toMatchObject([
      { kind: "refund_failed", subject: { refundId }, amountCents: 400 },
    ]);
  });

  it("is told when a buyer's bank inquires about it, which needs a person", async () => {
    await choose({ payload: "service" });
    const created = await shop.api.create({ amountCents: 1000 }, "inquired");
    const { svcPaymentId, processorPaymentIntentId, connectedAccountId } = created.json;
    const stripeAccount = String(connectedAccountId);
    await service.stripe.paymentIntents.update(
      String(processorPaymentIntentId),
      { metadata },
      { stripeAccount },
    );
    await service.confirm(created, "pm_card_createDisputeInquiry", stripeAccount);
    for (const event of await service.eventsOf(processorPaymentIntentId, stripeAccount))
      expect((await service.webhook(event)).status).toBe(200);
    await expectKnown(String(svcPaymentId), "succeeded");
    expect(await attentionOf(shop.api, String(svcPaymentId))).toMatchObject([
      { kind: "dispute_response_due" },
    ]);
    expect(told().map(({ type }) => type)).toContain("dispute.created");
  });
});
