import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { countedDuring } from "../../support/counted.ts";
import { useService } from "../../support/use-service.ts";
import { intentCapture, intentFetch } from "../../support/wire-calls.ts";

const service = useService({ muted: true });

it("refunds above what was captured are written as the processor says, and counted for the alarm", async () => {
  const id = await service.paid(1000);
  const { processorPaymentIntentId } = (await service.api.get(id)).json;
  const account = { stripeAccount: service.accountId };
  const intent = await service.stripe.paymentIntents.retrieve(
    String(processorPaymentIntentId),
    { expand: ["latest_charge"] },
    account,
  );
  const { lastResponse: _, ...body } = intent;
  Object.assign(body.latest_charge as object, { amount_refunded: 1001 });
  service.processor.inject(intentFetch, {
    kind: "answer",
    status: 200,
    body,
  });
  const counted = await countedDuring(async () => {
    await service.stripe.refunds.create({ payment_intent: intent.id, amount: 100 }, account);
    const events = await service.eventsOf(intent.id);
    const refunded = events.find(({ type }) => type === "charge.refunded");
    expect((await service.webhook(refunded)).status).toBe(200);
  });
  expect(await service.item(id)).toMatchObject({ refundedCents: 1001, amountCents: 1000 });
  expect(counted).toMatchObject({ ImpossibleRefunds: 1 });
});

it.each([
  ["is not asked what is authorized where an amount is named", { amountCents: 900 }, 0],
  ["is asked once what is authorized where no amount is named", {}, 1],
])("the processor %s", async (_name, body, fetches) => {
  const created = await service.api.create({ amountCents: 1000, captureMethod: "manual" }, randomUUID());
  const { svcPaymentId, processorPaymentIntentId } = created.json;
  await service.confirm(created);
  const events = await service.eventsOf(processorPaymentIntentId);
  await service.webhook(events.find(({ type }) => type === "payment_intent.amount_capturable_updated"));
  service.processor.clear();
  expect((await service.api.capture(String(svcPaymentId), body)).status).toBe(200);
  expect(service.processor.passed.filter(intentFetch)).toHaveLength(fetches);
});

it.each([
  ["with a key", "overtaken"],
  ["without a key", undefined],
])(
  "a capture of everything that loses to a smaller one (%s) is rejected, not answered as done",
  async (_name, key) => {
    const id = await service.authorized(1000);
    const { processorPaymentIntentId } = await service.item(id);
    service.processor.inject(intentCapture, { kind: "hold_request" });
    const answer = service.api.capture(id, {}, key);
    await service.processor.untilHeld();
    const options = { stripeAccount: service.accountId };
    // Behind the wire, so that it overtakes the one that is held.
    const other = await fetch(
      `${service.stack.processorUrl}/v1/payment_intents/${processorPaymentIntentId}/capture`,
      {
        method: "POST",
        headers: {
          ...(service.processor.passed.find(intentCapture)?.headers.authorization
            ? { authorization: String(service.processor.passed.find(intentCapture)?.headers.authorization) }
            : {}),
          "stripe-account": options.stripeAccount,
          "content-type": "application/x-www-form-urlencoded",
        },
        body: "amount_to_capture=400",
      },
    );
    expect(other.status).toBe(200);
    service.processor.release();
    expect(await answer).toMatchObject({ status: 409, json: { title: "Payment not capturable" } });
  },
);
