import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { paymentIdFor } from "../../../shared/domain/id.ts";
import { eventKey, paymentKey } from "../../../shared/ledger/table.ts";
import { changeItem } from "../../support/ledger-edits.ts";
import {
  forgetOpenWork,
  isOpen,
  later,
  MINUTE_MS,
  openItems,
  runSweep,
  visitByMessage,
} from "../../support/open-work.ts";
import { PROCESSOR_TRIES } from "../../support/sdk-tries.ts";
import { sell } from "../../support/shops.ts";
import { useService, useShop } from "../../support/use-service.ts";
import { anyGet, type Call, dueMoveOf, intentCreation, queueBatch } from "../../support/wire-calls.ts";

const service = useService({ muted: true });
forgetOpenWork(service);

const idOf = (key: string) => paymentIdFor(service.stack.demo.merchantId, key);
const entryOf = async (key: string) =>
  (await openItems(service)).find(({ pk }) => pk === `PAYMENT#${idOf(key)}`);

/** A payment that was claimed and never reached the processor. */
async function openCreation(): Promise<string> {
  const key = randomUUID();
  service.processor.inject(intentCreation, { kind: "drop_request" }, PROCESSOR_TRIES);
  expect((await service.api.create({ amountCents: 1000 }, key)).status).toBe(503);
  service.processor.clear();
  return key;
}

it("47: an entry that is moved while the sweep moves it stays there, and the sweep, which may not read it again, goes on", async () => {
  const key = await openCreation();
  later(6 * MINUTE_MS);
  // Other tests' entries are due by now, too, and are moved beside this one.
  service.dynamodb.inject(dueMoveOf(idOf(key)), { kind: "hold_request" });
  const sweep = runSweep(service);
  await service.dynamodb.untilHeld();
  const dueSort = `${Date.now() + MINUTE_MS}${(await entryOf(key))?.dueSort.slice(13)}`;
  const { table, stack } = service;
  await changeItem({ table, tableName: stack.tableName }, paymentKey(idOf(key)), { dueSort });
  service.dynamodb.release();
  await sweep;
  expect(await entryOf(key)).toMatchObject({ dueSort, dueStep: 0 });
});
const shop = useShop(service);

/** A paid payment of the shop's, and the event that tells of it. */
async function paidEvent() {
  const sold = await sell(service, shop);
  service.clearWires();
  return sold;
}

const isClosed = (eventId: string) => isOpen(service, `EVENT#${eventId}`).then((open) => !open);

async function sweepAfter(milliseconds: number): Promise<void> {
  later(milliseconds);
  await runSweep(service);
}

it("32: a pending event whose message is gone is sent again", async () => {
  const { event } = await paidEvent();
  service.sqs.inject(queueBatch, {
    kind: "answer",
    status: 200,
    body: { MessageId: "lost", MD5OfMessageBody: "" },
  });
  await service.webhook(event);
  if (shop.receiver.received.length === 0) {
    await sweepAfter(3 * MINUTE_MS);
    await runSweep(service);
  }
  await shop.receiver.until(1);
  await service.eventually(() => isClosed(event.id));
});

/** The newest event of a type on the shop's account. */
async function eventOf(type: string) {
  const account = String((await shop.api.call("GET", "/v1/onboarding/status")).json.processorAccountId);
  const [event] = (await service.stripe.events.list({ type }, { stripeAccount: account })).data;
  return { ...event, id: String(event?.id), account };
}

const control = async (path: string) => {
  const answer = await fetch(`${service.stack.processorUrl}/_simulator/${path}`, {
    method: "POST",
    body: "{}",
  });
  expect(answer.status).toBe(200);
};

const buy = async (method: string, body: object = {}) => {
  const created = await shop.api.create({ amountCents: 1000, ...body }, crypto.randomUUID());
  await service.confirm(created, method, String(created.json.connectedAccountId));
  return created.json;
};

/** The first call that applies an event needs every right for it, also to write an attention item. */
it.each<[type: string, asked: string, happen: () => Promise<unknown>]>([
  [
    "payment_intent.amount_capturable_updated",
    "payment_intents",
    () => buy("pm_card_visa", { captureMethod: "manual", orderRef: "held" }),
  ],
  ["charge.dispute.created", "disputes", () => buy("pm_card_createDispute")],
  [
    "refund.failed",
    "refunds",
    async () => {
      const { processorPaymentIntentId, connectedAccountId } = await buy("pm_card_visa");
      const options = { stripeAccount: String(connectedAccountId) };
      const wish = { payment_intent: String(processorPaymentIntentId), amount: 100 };
      const { id } = await service.stripe.refunds.create(wish, options);
      await control(`refunds/${id}/fail`);
    },
  ],
  [
    "payout.failed",
    "payouts",
    async () => {
      const { connectedAccountId } = await buy("pm_card_visa");
      await control(`accounts/${connectedAccountId}/payouts/hurry`);
      const options = { stripeAccount: String(connectedAccountId) };
      const [payout] = (await service.stripe.payouts.list({}, options)).data;
      await control(`payouts/${payout?.id}/fail`);
    },
  ],
])(
  "31: a visit of a %s that was never applied applies it, whatever it is about",
  async (type, asked, happen) => {
    await happen();
    const event = await eventOf(type);
    service.clearWires();
    const whenApplied: Call = (passing) => anyGet(passing) && passing.path.startsWith(`/v1/${asked}/`);
    service.processor.inject(whenApplied, { kind: "answer", status: 500, body: { error: {} } });
    expect((await service.webhook(event)).status).toBe(503);
    expect((await service.eventItem(event.id)).finishedAt).toBeUndefined();
    await visitByMessage(service, eventKey(event.id));
    expect(await service.eventItem(event.id)).toMatchObject({ applied: "applied" });
  },
);
