import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { paymentIdFor } from "../../../shared/domain/id.ts";
import { ingestEvent } from "../../../shared/flows/webhook/receive-event.ts";
import type { EventRecord } from "../../../shared/ledger/event-record.ts";
import { AWS_TRIES } from "../../support/sdk-tries.ts";
import { useReceiver } from "../../support/use-receiver.ts";
import { useService } from "../../support/use-service.ts";
import {
  eventFinish,
  eventRecord,
  intentCreation,
  intentFetch,
  ledgerWrite,
  paymentUpdate,
  queueSend,
} from "../../support/wire-calls.ts";

/** Scenarios 11 to 15 and 27: the way in, with faults on the wire. */
const service = useService({ muted: true });
const receiver = useReceiver();
beforeAll(() => service.pointCallbacks(receiver.url));

const statusOf = async (id: unknown) => (await service.api.get(id)).json.status;

async function paidEvents() {
  const created = await service.api.create({ amountCents: 1000 }, randomUUID());
  await service.confirm(created);
  const events = await service.eventsOf(created.json.processorPaymentIntentId);
  const event = events.find(({ type }) => type === "payment_intent.succeeded");
  if (!event) throw new Error("no event");
  return { id: created.json.svcPaymentId, event, events };
}

describe("11: a webhook that overtakes the completion of the payment", () => {
  it("is not lost: the completion keeps the status that it brought", async () => {
    const key = randomUUID();
    service.processor.inject(intentCreation, { kind: "hold_reply" });
    const creating = service.api.create({ amountCents: 1000 }, key);
    await service.processor.untilHeld();
    const svcPaymentId = paymentIdFor(service.stack.demo.merchantId, key);
    const [intent] = (await service.intents()).filter(
      ({ metadata }) => metadata.svcPaymentId === svcPaymentId,
    );
    if (!intent) throw new Error("no intent");
    const parameters = { payment_method: "pm_card_visa", return_url: "https://shop.example" };
    await service.stripe.paymentIntents.confirm(intent.id, parameters, { stripeAccount: service.accountId });
    const events = await service.eventsOf(intent.id);
    const succeeded = events.find(({ type }) => type === "payment_intent.succeeded");
    expect((await service.webhook(succeeded)).json).toEqual({ received: true, forwarded: true });
    service.processor.release();
    const created = await creating;
    expect(created.status).toBe(201);
    expect(await statusOf(svcPaymentId)).toBe("succeeded");
  });
});

it("12: one event three times at once has one effect and one record", async () => {
  const { id, event } = await paidEvents();
  const replies = await Promise.all([1, 2, 3].map(() => service.webhook(event)));
  expect(replies.every(({ status }) => status === 200)).toBe(true);
  expect(await statusOf(id)).toBe("succeeded");
  await receiver.until(1);
  await service.eventually(async () => (await service.eventItem(event.id)).delivery === "delivered");
  expect(receiver.received.filter(({ eventId }) => eventId === event.id)).toHaveLength(1);
});

describe("13: events in the wrong order", () => {
  it("every order of a manual payment's life ends in the same ledger", async () => {
    const id = await service.authorized(2000);
    const { processorPaymentIntentId: intentId } = (await service.api.get(id)).json;
    const options = { stripeAccount: service.accountId };
    await service.stripe.paymentIntents.capture(String(intentId), { amount_to_capture: 1500 }, options);
    await service.stripe.refunds.create({ payment_intent: String(intentId), amount: 500 }, options);
    const events = await service.eventsOf(intentId);
    for (const event of events.reverse()) {
      expect((await service.webhook(event)).status).toBe(200);
      expect(["requires_payment_method", "partially_refunded"]).toContain(await statusOf(id));
    }
    expect((await service.api.get(id)).json).toMatchObject({
      status: "partially_refunded",
      amountCents: 1500,
    });
    expect((await service.item(id)).refundedCents).toBe(500);
  });

  it("a late failure does not pull back a payment that has succeeded", async () => {
    const created = await service.api.create({ amountCents: 1000 }, randomUUID());
    await service.confirm(created, "pm_card_chargeDeclined").catch(() => undefined);
    await service.confirm(created);
    const events = await service.eventsOf(created.json.processorPaymentIntentId);
    const of = (type: string) => events.find((event) => event.type === type);
    await service.webhook(of("payment_intent.succeeded"));
    expect((await service.webhook(of("payment_intent.payment_failed"))).status).toBe(200);
    expect(await statusOf(created.json.svcPaymentId)).toBe("succeeded");
    expect((await service.eventItem(of("payment_intent.payment_failed")?.id)).applied).toBe("unchanged");
  });

  it("a follower that froze with an older answer is refused by one that found nothing new", async () => {
    const created = await service.api.create({ amountCents: 1000 }, randomUUID());
    const id = created.json.svcPaymentId;
    await service.confirm(created, "pm_card_chargeDeclined").catch(() => undefined);
    const events = await service.eventsOf(created.json.processorPaymentIntentId);
    const failed = events.find(({ type }) => type === "payment_intent.payment_failed");
    const intent = { ...(failed?.data.object as object), status: "processing", last_payment_error: null };
    // The frozen one was told "processing" by the processor, a moment before the bank refused.
    service.processor.inject(intentFetch, { kind: "answer", status: 200, body: intent });
    service.dynamodb.inject(paymentUpdate, { kind: "hold_request" });
    const frozen = service.webhook({ ...events[0], type: "payment_intent.processing" });
    await service.dynamodb.untilHeld();
    expect((await service.webhook(failed)).status).toBe(200);
    service.dynamodb.release();
    expect((await frozen).status).toBe(200);
    expect(await statusOf(id)).toBe("requires_payment_method");
  });

  it("a late 'processing' does not outlive the failure that followed it", async () => {
    const created = await service.api.create({ amountCents: 1000 }, randomUUID());
    await service.confirm(created, "pm_card_authenticationRequired");
    const [event] = await service.eventsOf(created.json.processorPaymentIntentId);
    const late = structuredClone(event) as unknown as {
      id: string;
      type: string;
      data: { object: { status: string } };
    };
    late.type = "payment_intent.processing";
    late.data.object.status = "processing";
    expect((await service.webhook(late)).status).toBe(200);
    expect(await statusOf(created.json.svcPaymentId)).toBe("requires_action");
  });
});

describe("14: a crash between the event's record and its place in the queue", () => {
  it.each([
    ["the payment could not be written", paymentUpdate],
    ["the event could not be marked", eventFinish],
  ])("when %s: not acknowledged, and the processor's retry finishes it", async (_, write) => {
    const { id, event } = await paidEvents();
    service.dynamodb.inject(write, { kind: "drop_request" }, AWS_TRIES);
    expect((await service.webhook(event)).status).toBe(503);
    expect((await service.webhook(event)).json).toMatchObject({ received: true });
    await receiver.until(1, ({ eventId }) => eventId === event.id);
    expect(await statusOf(id)).toBe("succeeded");
    await service.eventually(async () => (await service.eventItem(event.id)).finishedAt !== undefined);
  });

  it("when the queue was away: not acknowledged, and the processor's retry enqueues", async () => {
    const { event } = await paidEvents();
    service.sqs.inject(queueSend, { kind: "drop_request" }, AWS_TRIES);
    expect((await service.webhook(event)).status).toBe(503);
    expect(receiver.received).toHaveLength(0);
    expect((await service.webhook(event)).json).toEqual({ received: true, forwarded: true });
    await receiver.until(1, ({ eventId }) => eventId === event.id);
  });

  it("when the record itself could not be written: nothing happened at all", async () => {
    const { id, event } = await paidEvents();
    service.dynamodb.inject(eventRecord, { kind: "drop_request" }, AWS_TRIES);
    expect((await service.webhook(event)).status).toBe(503);
    expect(await statusOf(id)).toBe("requires_payment_method");
    expect((await service.webhook(event)).json).toEqual({ received: true, forwarded: true });
  });
});

describe("31: an event's steps, entered elsewhere than at the door", () => {
  const stored = async (eventId: string) => (await service.eventItem(eventId)) as unknown as EventRecord;

  it("an event that we asked for never speaks for itself: its object is fetched", async () => {
    const pulled = await paidEvents();
    const told = await paidEvents();
    service.clearWires();
    await service.webhook(told.event);
    expect(service.processor.passed.filter(intentFetch)).toHaveLength(0);
    const rawBody = Buffer.from(JSON.stringify(pulled.event));
    const arrival = {
      rawBody,
      source: "pull",
      traceId: "pull-1",
      ownerToken: "pull-1",
      at: Date.now(),
    } as const;
    expect(await ingestEvent(arrival)).toEqual({ received: true, forwarded: true });
    expect(service.processor.passed.filter(intentFetch)).toHaveLength(1);
    expect(await statusOf(pulled.id)).toBe("succeeded");
    expect(await stored(pulled.event.id)).toMatchObject({ source: "pull", applied: "applied" });
  });
});

it("15: when the queue took the message but its reply was lost, the callback keeps its Svc-Event-Id", async () => {
  const { id, event } = await paidEvents();
  service.sqs.inject(queueSend, { kind: "drop_reply" });
  expect((await service.webhook(event)).status).toBe(200);
  await service.eventually(async () => (await service.eventItem(event.id)).delivery === "delivered");
  // Only those about this payment: others, of the tests before, may still be on their way.
  const callbacks = receiver.received.filter(({ headers }) => headers["svc-payment-id"] === id);
  expect(new Set(callbacks.map(({ eventId }) => eventId))).toEqual(new Set([event.id]));
});

it("a webhook costs three writes: record, apply, mark", async () => {
  const { event } = await paidEvents();
  service.dynamodb.clear();
  receiver.behave = (response) => setTimeout(() => response.writeHead(200).end(), 300);
  await service.webhook(event);
  const about = service.dynamodb.passed.filter(ledgerWrite);
  expect(
    about.filter((passing) => eventRecord(passing) || paymentUpdate(passing) || eventFinish(passing)),
  ).toHaveLength(3);
  receiver.behave = (response) => response.writeHead(200).end();
});
