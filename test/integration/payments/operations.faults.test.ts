import { describe, expect, it, vi } from "vitest";
import { PROCESSOR_TRIES } from "../../support/sdk-tries.ts";
import { useService } from "../../support/use-service.ts";
import { refundCreation } from "../../support/wire-calls.ts";

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

  it("24: a keyed one whose reply was lost is the same refund when it is retried", async () => {
    const id = await service.paid(1000);
    service.processor.inject(refundCreation, { kind: "drop_reply" }, PROCESSOR_TRIES);
    expect((await service.api.refund(id, { amountCents: 400 }, "lost")).status).toBe(503);
    const retried = await service.api.refund(id, { amountCents: 400 }, "lost");
    expect(retried.json.status).toBe("partially_refunded");
    expect((await chargeOf(id)).amount_refunded).toBe(400);
  });

  it("46: a keyed one whose key is stuck on a 500 waits 15 minutes, says how long, and is then made once under a new key", async () => {
    const id = await service.paid(1000);
    const refund = () => service.api.refund(id, { amountCents: 400 }, "stuck");
    const saved = { kind: "answer", status: 500, body: { error: { type: "api_error" } } } as const;
    service.processor.inject(refundCreation, saved, PROCESSOR_TRIES);
    expect((await refund()).status).toBe(503);
    const waiting = await refund();
    expect(waiting.json).toMatchObject({ status: 503, title: "Processor unavailable", retryable: true });
    expect(waiting.headers.get("retry-after")).toBe("900");
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 15 * 60_000 + 1_000 });
    expect((await refund()).json.status).toBe("partially_refunded");
    expect((await chargeOf(id)).amount_refunded).toBe(400);
    const sent = service.processor.passed.filter(refundCreation);
    expect(new Set(sent.map(({ headers }) => headers["idempotency-key"])).size).toBe(2);
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
});
