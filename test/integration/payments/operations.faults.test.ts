import { describe, expect, it, vi } from "vitest";
import { AWS_TRIES, PROCESSOR_TRIES } from "../../support/sdk-tries.ts";
import { useService } from "../../support/use-service.ts";
import {
  claimCompletion,
  intentCapture,
  paymentSave,
  refundCreation,
  refundFetch,
} from "../../support/wire-calls.ts";

/** Scenario 24 and its relatives: captures and refunds at once, repeated, interrupted, overtaken. */
const service = useService({ muted: true });

async function chargeOf(svcPaymentId: string) {
  const { processorPaymentIntentId: id } = (await service.api.get(svcPaymentId)).json;
  const expand = ["latest_charge"];
  const intent = await service.stripe.paymentIntents.retrieve(
    String(id),
    { expand },
    { stripeAccount: service.accountId },
  );
  const charge = intent.latest_charge;
  if (!charge || typeof charge === "string") throw new Error("no charge");
  return charge;
}

describe("refunds", () => {
  it("24: at once and without keys they never exceed the charge, and the ledger equals the processor", async () => {
    const id = await service.paid(1000);
    const replies = await Promise.all(
      Array.from({ length: 5 }, () => service.api.refund(id, { amountCents: 300 })),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 200, 200, 422, 422]);
    expect((await chargeOf(id)).amount_refunded).toBe(900);
    expect((await service.item(id)).refundedCents).toBe(900);
  });

  it("24: with one key and at once make one refund", async () => {
    const id = await service.paid(1000);
    const replies = await Promise.all(
      Array.from({ length: 8 }, () => service.api.refund(id, { amountCents: 300 }, "k")),
    );
    expect(replies.every(({ status }) => status === 200 || status === 409)).toBe(true);
    expect((await chargeOf(id)).amount_refunded).toBe(300);
    expect((await service.api.refund(id, { amountCents: 300 }, "k")).status).toBe(200);
    expect((await service.item(id)).refundedCents).toBe(300);
  });

  it("24: one that came between a refund's call and its write is not lost and not counted twice", async () => {
    const id = await service.paid(1000);
    service.dynamodb.inject(paymentSave, { kind: "hold_request" });
    const slow = service.api.refund(id, { amountCents: 100 });
    await service.dynamodb.untilHeld();
    await service.api.refund(id, { amountCents: 200 });
    service.dynamodb.release();
    expect((await slow).json.status).toBe("partially_refunded");
    expect((await service.item(id)).refundedCents).toBe(300);
  });

  it("24: a keyed one whose reply was lost is the same refund when it is retried", async () => {
    const id = await service.paid(1000);
    service.processor.inject(refundCreation, { kind: "drop_reply" }, PROCESSOR_TRIES);
    expect((await service.api.refund(id, { amountCents: 400 }, "lost")).status).toBe(503);
    const retried = await service.api.refund(id, { amountCents: 400 }, "lost");
    expect(retried.json.status).toBe("partially_refunded");
    expect((await chargeOf(id)).amount_refunded).toBe(400);
  });

  it("a full one that is resumed answers 200, although nothing is left to refund by then", async () => {
    const id = await service.paid(1000);
    service.dynamodb.inject(claimCompletion, { kind: "drop_request" }, AWS_TRIES);
    expect((await service.api.refund(id, {}, "full")).status).toBe(503);
    expect((await service.api.get(id)).json.status).toBe("refunded");
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 61_000 });
    expect((await service.api.refund(id, {}, "full")).json.status).toBe("refunded");
    expect((await chargeOf(id)).amount_refunded).toBe(1000);
  });

  it("a keyed one retried after a day, when the processor has forgotten the key, is found by its metadata", async () => {
    const id = await service.paid(1000);
    service.processor.inject(refundCreation, { kind: "drop_reply" }, PROCESSOR_TRIES);
    await service.api.refund(id, { amountCents: 400 }, "day-two");
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 25 * 3_600_000 });
    expect((await service.api.refund(id, { amountCents: 400 }, "day-two")).status).toBe(200);
    expect((await chargeOf(id)).amount_refunded).toBe(400);
  });

  const NO_ACCESS = {
    kind: "answer",
    status: 403,
    body: { error: { type: "invalid_request_error", code: "account_invalid" } },
  } as const;

  it("one whose retry is turned away at the door is kept: that says nothing of the first attempt", async () => {
    const id = await service.paid(1000);
    service.processor.inject(refundCreation, { kind: "drop_reply" }, PROCESSOR_TRIES);
    await service.api.refund(id, { amountCents: 100 }, "door");
    service.processor.inject(refundCreation, NO_ACCESS);
    const turnedAway = await service.api.refund(id, { amountCents: 100 }, "door");
    expect(turnedAway.json).toMatchObject({ status: 503, title: "Processor unavailable", retryable: true });
    expect((await service.api.refund(id, { amountCents: 100 }, "door")).status).toBe(200);
    expect((await chargeOf(id)).amount_refunded).toBe(100);
  });

  it("one that was made, but could not be looked at afterwards, is not taken for rejected", async () => {
    const id = await service.paid(1000);
    service.processor.inject(refundCreation, { kind: "drop_reply" }, PROCESSOR_TRIES);
    await service.api.refund(id, { amountCents: 100 }, "look");
    service.processor.inject(refundFetch, NO_ACCESS);
    expect((await service.api.refund(id, { amountCents: 100 }, "look")).status).toBe(503);
    expect((await service.api.refund(id, { amountCents: 100 }, "look")).status).toBe(200);
    expect((await chargeOf(id)).amount_refunded).toBe(100);
  });

  it("a rejected key is free again, and the corrected refund uses a new processor key", async () => {
    const id = await service.paid(1000);
    await service.api.refund(id, { amountCents: 600 });
    service.dynamodb.clear();
    const payment_intent = String((await service.api.get(id)).json.processorPaymentIntentId);
    await service.stripe.refunds.create(
      { payment_intent, amount: 300 },
      { stripeAccount: service.accountId },
    );
    expect((await service.api.refund(id, { amountCents: 400 }, "again")).status).toBe(422);
    expect((await service.api.refund(id, { amountCents: 100 }, "again")).json.status).toBe("refunded");
  });
});

describe("captures", () => {
  it("24: twice at once capture once, and both are told so", async () => {
    const id = await service.authorized(1000);
    const replies = await Promise.all([
      service.api.capture(id),
      service.api.capture(id),
      service.api.capture(id),
    ]);
    for (const { json } of replies) expect(json).toMatchObject({ status: "succeeded", amountCents: 1000 });
    expect((await chargeOf(id)).amount_captured).toBe(1000);
  });

  it("24: of two different amounts at once one wins and the other is rejected", async () => {
    const id = await service.authorized(1000);
    const replies = await Promise.all([
      service.api.capture(id, { amountCents: 400 }),
      service.api.capture(id, { amountCents: 600 }),
    ]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await service.item(id)).amountCents).toBe((await chargeOf(id)).amount_captured);
  });

  it("a keyed one resumes with the amount and fee that were decided first", async () => {
    const id = await service.authorized(1000);
    service.processor.inject(intentCapture, { kind: "drop_request" }, PROCESSOR_TRIES);
    expect((await service.api.capture(id, { amountCents: 500 }, "frozen")).status).toBe(503);
    const done = await service.api.capture(id, { amountCents: 500 }, "frozen");
    expect(done.json).toMatchObject({ status: "succeeded", amountCents: 500, applicationFeeCents: 28 });
    const keys = service.processor.passed
      .filter(intentCapture)
      .map(({ headers }) => headers["idempotency-key"]);
    expect(new Set(keys).size).toBe(1);
  });

  it("a keyed one that died before its completion is finished after the lease", async () => {
    const id = await service.authorized(1000);
    service.dynamodb.inject(claimCompletion, { kind: "drop_request" }, AWS_TRIES);
    expect((await service.api.capture(id, {}, "died")).status).toBe(503);
    expect((await service.api.capture(id, {}, "died")).json.title).toBe("In progress");
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 61_000 });
    expect((await service.api.capture(id, {}, "died")).json.status).toBe("succeeded");
  });
});
