import { randomBytes } from "node:crypto";
import { expect, it, vi } from "vitest";
import { attentionItems, attentionOf, control, DAY_SECONDS } from "../../support/attention.ts";
import { forgetOpenWork, later, noVisitsLeft, runSweep, visitByMessage } from "../../support/open-work.ts";
import { reconcile } from "../../support/reconciliation.ts";
import { AWS_TRIES } from "../../support/sdk-tries.ts";
import type { Shop } from "../../support/shops.ts";
import { useService, useShop } from "../../support/use-service.ts";
import { attentionSave } from "../../support/wire-calls.ts";

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

it("58: a dispute without an answer is told three days before it is too late, once, and not before", async () => {
  await choose("dispute.response_due");
  const created = await shop.api.create({ amountCents: 4020 }, randomBytes(8).toString("hex"));
  const { svcPaymentId, processorPaymentIntentId, connectedAccountId } = created.json;
  await service.confirm(created, "pm_card_createDispute", String(connectedAccountId));
  const events = await service.eventsOf(processorPaymentIntentId, String(connectedAccountId));
  for (const event of events) expect((await service.webhook(event)).status).toBe(200);
  const [listed] = await attentionOf(shop.api, String(svcPaymentId));
  const dueBy = Date.parse(listed?.dueBy ?? "");
  const told = () => shop.receiver.received.filter(({ type }) => type === "dispute.response_due");
  const sweepAt = async (at: number) => {
    later(at - Date.now());
    await runSweep(service);
    await service.eventually(() => noVisitsLeft(service));
  };
  await sweepAt(dueBy - 3 * DAY_SECONDS * 1000 - 60_000);
  expect(sentToTell()).toEqual([]);
  await sweepAt(dueBy - 3 * DAY_SECONDS * 1000);
  expect(sentToTell()).not.toEqual([]);
  await service.eventually(async () => told().length > 0);
  await sweepAt(dueBy - DAY_SECONDS * 1000);
  expect(told()).toHaveLength(1);
  expect(JSON.parse(told()[0]?.rawBody.toString() ?? "{}")).toMatchObject({
    type: "dispute.response_due",
    payment: { svcPaymentId },
    dispute: { disputeId: listed?.subject.disputeId, status: "needs_response", dueBy: listed?.dueBy },
  });
});

it("a visit tells no endpoint that has not chosen it, and keeps the event for a redelivery", async () => {
  const { id, event } = await hold(shop);
  await service.webhook(event);
  later(SIX_DAYS_MS);
  await visitByMessage(service, keyOf(id));
  const { text } = await shop.api.call("GET", "/v1/events?type=payment.hold_expiring");
  expect(JSON.parse(text)).toMatchObject([{ svcPaymentId: id, delivery: "none" }]);
  expect(sentToTell()).toEqual([]);
});

it("a hold whose item could not be written is not lost: the event is not finished before it", async () => {
  const { id, event } = await hold(shop);
  service.dynamodb.inject(attentionSave, { kind: "drop_request" }, AWS_TRIES);
  expect((await service.webhook(event)).status).toBeGreaterThanOrEqual(500);
  expect(await itemsOf(id)).toEqual([]);
  expect((await service.webhook(event)).status).toBe(200);
  expect(await itemsOf(id)).toHaveLength(1);
});

it("the hourly look for missed events finds a hold whose webhook never came", async () => {
  const { id, accountId } = await hold(shop);
  later(2 * 3_600_000);
  await reconcile(service, { kind: "events", merchantId: shop.merchantId, accountId });
  expect(await itemsOf(id)).toHaveLength(1);
});

/** A refund of 1500 that failed a day later, and the processor's event of it, not yet told. */
async function refundThatFailed() {
  const id = await service.paid(5000);
  await control(service, "refunds/next", { outcome: "failed_later" });
  expect((await service.api.refund(id, { amountCents: 1500 })).status).toBe(200);
  await service.letPass(DAY_SECONDS);
  const { processorPaymentIntentId } = await service.item(id);
  const events = await service.eventsOf(processorPaymentIntentId);
  return { id, failed: events.find(({ type }) => type === "refund.failed") };
}

it("a visit before its time closes nothing of a refund that failed, and a refund that names it does", async () => {
  const { id, failed } = await refundThatFailed();
  await service.webhook(failed);
  const [item] = (await attentionItems(service, "REFUND#")).filter(({ svcPaymentId }) => svcPaymentId === id);
  const visit = () => visitByMessage(service, { pk: String(item?.pk), sk: String(item?.sk) });
  await visit();
  expect(await attentionOf(service.api, id)).toMatchObject([{ kind: "refund_failed", amountCents: 1500 }]);
  const again = { amountCents: 1500, replaces: String(item?.subjectId) };
  expect((await service.api.refund(id, again)).status).toBe(200);
  expect(await attentionOf(service.api, id)).toEqual([]);
  const items = await attentionItems(service, "REFUND#");
  expect(items.find(({ sk }) => sk === item?.sk)).toMatchObject({ closedAt: expect.any(Number) });
});

it("a refund's failure whose write's answer was lost is reported to the platform, and not again when it is told again", async () => {
  const { failed } = await refundThatFailed();
  const reports = () => counted.mock.calls.filter(([name]) => name === "RefundsFailed").length;
  const before = reports();
  service.dynamodb.inject(attentionSave, { kind: "drop_reply" });
  expect((await service.webhook(failed)).status).toBe(200);
  expect(reports()).toBe(before + 1);
  await service.letPass(60);
  await service.webhook({ ...failed, id: `${failed?.id}again` });
  expect(reports()).toBe(before + 1);
});
