import { expect, it } from "vitest";
import { processorEvent } from "../../support/events.ts";
import { useService } from "../../support/use-service.ts";

/** What an event is about, when that is not as plain as it should be. */
const service = useService({ muted: true });

/** An event of the demo's account, as the processor would tell it. */
const tell = (type: string, object: object, created?: number) => {
  const event = processorEvent(service.accountId, type, object, created);
  return { id: event.id, received: service.webhook(event) };
};

it("a charge's update, which tells nothing new of a payment, is acknowledged without a read, a write or a call", async () => {
  const { processorPaymentIntentId: id } = (await service.api.get(await service.paid(1000))).json;
  const options = { stripeAccount: service.accountId };
  const { data } = await service.stripe.charges.list({ payment_intent: String(id) }, options);
  service.clearWires();
  const { received } = tell("charge.updated", data[0] ?? {});
  expect(await received).toMatchObject({ status: 200, json: { received: true, forwarded: false } });
  expect([...service.dynamodb.passed, ...service.processor.passed]).toEqual([]);
});
