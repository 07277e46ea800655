import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { signatureHeader } from "../../../shared/domain/access/signing-secret.ts";
import { parseEvent } from "../../../shared/processor/events.ts";
import { processorEvent } from "../../support/events.ts";
import { seenUpdate } from "../../support/seen-update.ts";
import { useService } from "../../support/use-service.ts";

const service = useService({ muted: true });

/** Only those of webhooks: earlier events may still be on their way to the demo merchant. */
const writes = () =>
  service.dynamodb.passed.filter(
    (passing) =>
      passing.target === "PutItem" ||
      (passing.target === "UpdateItem" && !seenUpdate(passing)?.condition.includes("delivery = pending")),
  ).length;
const now = () => Math.floor(Date.now() / 1000);

/** A genuine event of the processor, which it has not told yet. */
async function untold(type = "payment_intent.succeeded") {
  const created = await service.api.create({ amountCents: 1000 }, randomUUID());
  await service.confirm(created);
  const event = (await service.eventsOf(created.json.processorPaymentIntentId)).find(
    (one) => one.type === type,
  );
  if (!event) throw new Error(`the processor made no ${type}`);
  service.dynamodb.clear();
  return { event: { ...event, lastResponse: undefined }, svcPaymentId: created.json.svcPaymentId };
}

describe("a signed body", () => {
  it("44: that is not UTF-8 is a 400, whether the gateway mangles it or not", async () => {
    expect((await service.webhook(undefined, { rawBody: Buffer.from([0x7b, 0xff, 0x7d]) })).status).toBe(400);
    expect(() => parseEvent(Buffer.from([0x7b, 0xff, 0x7d]))).toThrow("not valid JSON");
  });

  it("a signed body of 300 KB is a 413", async () => {
    const { event } = await untold();
    const reply = await service.webhook({ ...event, padding: "x".repeat(300 * 1024) });
    expect(reply).toMatchObject({ status: 413, json: { title: "Request too large" } });
    expect(writes()).toBe(0);
  });
});

const ignored = { status: 200, json: { received: true, forwarded: false } };

it("an event of an unlisted type is acknowledged and ignored", async () => {
  const { event } = await untold("charge.succeeded");
  expect(await service.webhook(event)).toMatchObject(ignored);
  expect(writes()).toBe(0);
});

it("a body that API Gateway hands over as base64 is verified over its bytes", async () => {
  const { event } = await untold();
  const rawBody = Buffer.from(JSON.stringify(event));
  const response = await fetch(service.stack.demo.webhookUrl, {
    method: "POST",
    headers: {
      "Content-Type": "application/octet-stream",
      "Stripe-Signature": signatureHeader(rawBody, [service.stack.demo.webhookSecret], now()),
    },
    body: rawBody,
  });
  expect(await response.json()).toEqual({ received: true, forwarded: true });
});

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
