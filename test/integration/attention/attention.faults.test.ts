import { randomBytes } from "node:crypto";
import { expect, it, vi } from "vitest";
import { attentionItems, attentionOf, DAY_SECONDS } from "../../support/attention.ts";
import { forgetOpenWork, later, noVisitsLeft, runSweep, visitByMessage } from "../../support/open-work.ts";
import type { Shop } from "../../support/shops.ts";
import { useService, useShop } from "../../support/use-service.ts";

const counted = vi.hoisted(() => vi.fn());
vi.mock("../../../shared/runtime/metrics.ts", async (original) => ({
  ...(await original<object>()),
  count: counted,
}));

/** What goes wrong on the way from the processor's news to the person who must hear of it. */
const service = useService({ muted: true });
forgetOpenWork(service);
const shop = useShop(service);

/** A hold of the shop's, and the processor's event that tells of it, not yet told. */
async function hold({ api }: Shop) {
  const created = await api.create(
    { amountCents: 4999, captureMethod: "manual" },
    randomBytes(8).toString("hex"),
  );
  const { svcPaymentId, processorPaymentIntentId, connectedAccountId } = created.json;
  await service.confirm(created, "pm_card_visa", String(connectedAccountId));
  const events = await service.eventsOf(processorPaymentIntentId, String(connectedAccountId));
  const event = events.find(({ type }) => type === "payment_intent.amount_capturable_updated");
  return { id: String(svcPaymentId), accountId: String(connectedAccountId), event };
}

const keyOf = (id: string) => ({ pk: `ATTENTION#${shop.merchantId}`, sk: `HOLD#${id}` });
const itemsOf = async (id: string) =>
  (await attentionItems(service, "HOLD#")).filter(({ svcPaymentId }) => svcPaymentId === id);
const choose = (...events: string[]) => shop.api.setEndpoint({ url: shop.receiver.url, events });
const toldOf = () => shop.receiver.received.filter(({ type }) => type === "payment.hold_expiring");

/** Request headers on its way to the merchant. What is not sent is never told, however long one waits. */
const sentToTell = () =>
  service.sqs.passed.filter(
    ({ target, body }) => target.startsWith("SendMessage") && body.includes("evt_own"),
  );

const SIX_DAYS_MS = 6 * DAY_SECONDS * 1000 + 60_000;

it("58: a visit tells once of a hold that runs out, however often and however much at once it is visited", async () => {
  await choose("payment.hold_expiring");
  const { id, event } = await hold(shop);
  expect((await service.webhook(event)).status).toBe(200);
  later(SIX_DAYS_MS);
  await Promise.all([1, 2, 3].map(() => visitByMessage(service, keyOf(id))));
  await visitByMessage(service, keyOf(id));
  expect(sentToTell()).not.toEqual([]);
  await service.eventually(async () => toldOf().length > 0);
  await runSweep(service);
  await service.eventually(() => noVisitsLeft(service));
  expect(new Set(toldOf().map(({ eventId }) => eventId)).size).toBe(1);
  expect(toldOf()).toHaveLength(1);
  const body = JSON.parse(toldOf()[0]?.rawBody.toString() ?? "{}");
  expect(body).toMatchObject({
    type: "payment.hold_expiring",
    payment: { svcPaymentId: id, amountCents: 4999 },
  });
  expect(await itemsOf(id)).toHaveLength(1);
  expect(await attentionOf(shop.api, id)).toMatchObject([{ kind: "hold_expiring" }]);
});
