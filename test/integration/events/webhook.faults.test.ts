import { randomUUID } from "node:crypto";
import { beforeAll, expect, it } from "vitest";
import { paymentIdFor } from "../../../shared/domain/id.ts";
import { forgetOpenWork } from "../../support/open-work.ts";
import { sell } from "../../support/shops.ts";
import { useReceiver } from "../../support/use-receiver.ts";
import { useService } from "../../support/use-service.ts";
import { intentCreation, queueBatch } from "../../support/wire-calls.ts";

/** Scenarios 11, 12, 14 and 15: the way in, with faults on the wire. */
const service = useService({ muted: true });
forgetOpenWork(service);
const receiver = useReceiver();
beforeAll(() => service.pointCallbacks(receiver.url));

const statusOf = async (id: unknown) => (await service.api.get(id)).json.status;

const sold = async () => {
  const { svcPaymentId: id, event } = await sell(service, service);
  return { id, event };
};

it("11: a webhook that overtakes the completion of the payment is not lost: the completion keeps the status that it brought", async () => {
  const key = randomUUID();
  service.processor.inject(intentCreation, { kind: "hold_reply" });
  const creating = service.api.create({ amountCents: 1000 }, key);
  await service.processor.untilHeld();
  const svcPaymentId = paymentIdFor(service.stack.demo.merchantId, key);
  const [intent] = (await service.intents()).filter(({ metadata }) => metadata.svcPaymentId === svcPaymentId);
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

it("12: one event three times at once has one effect and one record", async () => {
  const { id, event } = await sold();
  const replies = await Promise.all([1, 2, 3].map(() => service.webhook(event)));
  expect(replies.every(({ status }) => status === 200)).toBe(true);
  expect(await statusOf(id)).toBe("succeeded");
  await receiver.until(1);
  await service.eventually(async () => (await service.deliveryItem(event.id)).delivery === "delivered");
  expect(receiver.received.filter(({ eventId }) => eventId === event.id)).toHaveLength(1);
});

it("15: when the queue took the message but its reply was lost, the callback keeps its Svc-Event-Id", async () => {
  const { id, event } = await sold();
  service.sqs.inject(queueBatch, { kind: "drop_reply" });
  expect((await service.webhook(event)).status).toBe(200);
  await service.eventually(async () => (await service.deliveryItem(event.id)).delivery === "delivered");
  // Only those about this payment: others, of the tests before, may still be on their way.
  const callbacks = receiver.received.filter(({ headers }) => headers["svc-payment-id"] === id);
  expect(new Set(callbacks.map(({ eventId }) => eventId))).toEqual(new Set([event.id]));
});
