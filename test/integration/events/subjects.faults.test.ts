import { describe, expect, it } from "vitest";
import { processorEvent } from "../../support/events.ts";
import { useService } from "../../support/use-service.ts";
import { disputeFetch, disputeSave } from "../../support/wire-calls.ts";

/** What an event is about, when that is not as plain as it should be. */
const service = useService({ muted: true });

/** An event of the demo's account, as the processor would tell it. */
const tell = (type: string, object: object, created?: number) => {
  const event = processorEvent(service.accountId, type, object, created);
  return { id: event.id, received: service.webhook(event) };
};

describe("disputes", () => {
  async function aPaidPayment() {
    const svcPaymentId = await service.paid(1000);
    const { processorPaymentIntentId: payment_intent } = (await service.api.get(svcPaymentId)).json;
    return { svcPaymentId, payment_intent };
  }

  /** The buyer's bank opens a dispute, and the processor tells. */
  function dispute(id: string, payment_intent: unknown) {
    const object = {
      id,
      object: "dispute",
      payment_intent,
      status: "needs_response",
      reason: "general",
      amount: 500,
    };
    service.processor.inject(disputeFetch(id), { kind: "answer", status: 200, body: object });
    return tell("charge.dispute.created", object);
  }

  it("disputes of one payment stand beside each other", async () => {
    const { svcPaymentId, payment_intent } = await aPaidPayment();
    for (const id of ["dp_first", "dp_second"])
      expect((await dispute(id, payment_intent).received).status).toBe(200);
    const { disputes } = await service.item(svcPaymentId);
    expect(Object.keys(disputes as object)).toEqual(["dp_first", "dp_second"]);
  });

  it("disputes that meet another change of the payment are written all the same", async () => {
    const { svcPaymentId, payment_intent } = await aPaidPayment();
    service.dynamodb.inject(disputeSave, { kind: "hold_request" });
    const { id, received } = dispute("dp_1", payment_intent);
    await service.dynamodb.untilHeld();
    expect((await service.api.refund(svcPaymentId, { amountCents: 300 })).status).toBe(200);
    const body = {
      id: "dp_1",
      object: "dispute",
      payment_intent,
      status: "lost",
      reason: "general",
      amount: 500,
    };
    service.processor.inject(disputeFetch(), {
      kind: "answer",
      status: 200,
      body,
    });
    service.dynamodb.release();
    expect((await received).status).toBe(200);
    expect((await service.eventItem(id)).applied).toBe("applied");
    expect(await service.item(svcPaymentId)).toMatchObject({
      refundedCents: 300,
      disputes: { dp_1: { status: "lost" } },
    });
  });
});

it("a charge's update, which tells nothing new of a payment, is acknowledged without a read, a write or a call", async () => {
  const { processorPaymentIntentId: id } = (await service.api.get(await service.paid(1000))).json;
  const options = { stripeAccount: service.accountId };
  const { data } = await service.stripe.charges.list({ payment_intent: String(id) }, options);
  service.clearWires();
  const { received } = tell("charge.updated", data[0] ?? {});
  expect(await received).toMatchObject({ status: 200, json: { received: true, forwarded: false } });
  expect([...service.dynamodb.passed, ...service.processor.passed]).toEqual([]);
});
