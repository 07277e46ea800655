import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { attentionItems, attentionOf } from "../../support/attention.ts";
import { forgetOpenWork } from "../../support/open-work.ts";
import { useService, useShop } from "../../support/use-service.ts";

/** A bank suspects fraud: the merchant can refund before it becomes a dispute. */
const service = useService({ unscheduled: true });
forgetOpenWork(service);

const shop = useShop(service);

const CARD = "pm_card_createIssuerFraudRecord";
const TYPE = "radar.early_fraud_warning.created";

async function pay(card = CARD) {
  const created = await service.api.create({ amountCents: 4999, orderRef: "suspect" }, randomUUID());
  await service.confirm(created, card);
  const id = String(created.json.svcPaymentId);
  const intentId = String(created.json.processorPaymentIntentId);
  const warning = async () => (await service.eventsOf(intentId)).find(({ type }) => type === TYPE);
  return { id, intentId, warning };
}

const warned = async (id: string) => {
  await service.eventually(async () => (await attentionOf(service.api, id)).length === 1);
  return (await attentionOf(service.api, id))[0];
};

it("81: a warning is listed once however often it is told, and until the payment is refunded", async () => {
  const { id, warning } = await pay();
  const item = await warned(id);
  expect(item).toMatchObject({
    kind: "fraud_warning",
    subject: { svcPaymentId: id },
    orderRef: "suspect",
    amountCents: 4999,
    dueBy: null,
  });
  expect(item?.attentionId).toBe(`att_${item?.subject.fraudWarningId}`);
  const event = { ...(await warning()), account: service.accountId };
  await service.webhook(event);
  await service.webhook({ ...event, id: "evt_toldAgain" });
  const warnings = await attentionItems(service, "WARNING");
  expect(warnings.filter(({ svcPaymentId }) => svcPaymentId === id)).toHaveLength(1);
  await service.api.refund(id, { amountCents: 1000 }, randomUUID());
  expect(await attentionOf(service.api, id)).toMatchObject([{ amountCents: 3999 }]);
  await service.api.refund(id, {}, randomUUID());
  expect(await attentionOf(service.api, id)).toEqual([]);
});

it("81: a warning that names only its charge, or that no webhook brought, finds its payment", async () => {
  await service.muteProcessor();
  const { id, warning } = await pay();
  const event = await warning();
  const { payment_intent: _, ...object } = (event?.data.object ?? {}) as Record<string, unknown>;
  const sent = { ...event, account: service.accountId, data: { object } };
  expect((await service.webhook(sent)).status).toBe(200);
  await warned(id);
  await service.unmuteProcessor();
});

it("a person who knows the customer resolves a warning, and another merchant cannot", async () => {
  const { id, warning } = await pay();
  const path = `/v1/attention/${(await warned(id))?.attentionId}/resolve`;
  expect((await (await service.otherMerchant()).call("POST", path, {})).status).toBe(404);
  expect((await service.api.call("POST", path, {})).status).toBe(200);
  expect(await attentionOf(service.api, id)).toEqual([]);
  await service.webhook({ ...(await warning()), account: service.accountId, id: "evt_afterIt" });
  expect(await attentionOf(service.api, id)).toEqual([]);
});

it("an endpoint that chose it is told, in the service's words too", async () => {
  const { url } = shop.receiver;
  await shop.api.setEndpoint({ url, events: [TYPE], payload: "service" });
  const created = await shop.api.create({ amountCents: 4999 }, randomUUID());
  await service.confirm(created, CARD, String(created.json.connectedAccountId));
  // What was told before the choice may still be on its way.
  const [callback] = await shop.receiver.until(1, ({ type }) => type === "payment.fraud_warning");
  expect(JSON.parse(String(callback?.rawBody))).toMatchObject({
    type: "payment.fraud_warning",
    payment: { svcPaymentId: created.json.svcPaymentId, status: "succeeded" },
  });
});
