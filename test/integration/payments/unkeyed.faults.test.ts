import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { describe, expect, it } from "vitest";
import { AWS_TRIES } from "../../support/sdk-tries.ts";
import { useService } from "../../support/use-service.ts";
import { intentCancel, intentCapture, paymentSave, refundCreation } from "../../support/wire-calls.ts";

/** Scenario 29: without an Idempotency-Key a repetition is a second operation, so no answer may invite one. */
const service = useService({ muted: true });

async function refundedCents(svcPaymentId: string): Promise<number> {
  const { processorPaymentIntentId } = (await service.api.get(svcPaymentId)).json;
  const refunds = await service.stripe.refunds.list(
    { payment_intent: String(processorPaymentIntentId), limit: 100 },
    { stripeAccount: service.accountId },
  );
  return refunds.data.reduce((sum, { amount }) => sum + amount, 0);
}

/** Invokes a function as AWS does, with the time that it has left. */
async function invoke(name: string, id: string, body: object, remainingMs: () => number) {
  const event = {
    rawPath: `/v1/payments/${id}/refund`,
    headers: { "x-api-key": service.api.apiKey },
    pathParameters: { id },
    requestContext: { domainName: "api.example" },
    body: JSON.stringify(body),
    isBase64Encoded: false,
  } as unknown as APIGatewayProxyEventV2;
  const answer = await service.stack.handlers.get(name)?.(event, { getRemainingTimeInMillis: remainingMs });
  return { headers: answer?.headers, json: JSON.parse(String(answer?.body)) as Record<string, unknown> };
}

describe("29: done at the processor, but not written down:", () => {
  it("a refund answers 200 with what the processor said, and the webhook brings the ledger in line", async () => {
    const id = await service.paid(1000);
    service.dynamodb.inject(paymentSave, { kind: "drop_request" }, AWS_TRIES);
    const done = await service.api.refund(id, { amountCents: 400 });
    expect(done).toMatchObject({ status: 200, json: { status: "partially_refunded", amountCents: 1000 } });
    expect(await refundedCents(id)).toBe(400);
    expect((await service.item(id)).refundedCents ?? 0).toBe(0);
    const { processorPaymentIntentId } = (await service.api.get(id)).json;
    for (const event of await service.eventsOf(processorPaymentIntentId)) await service.webhook(event);
    expect((await service.item(id)).refundedCents).toBe(400);
  });
});

describe("29: nothing is known of it:", () => {
  const FAILED = { kind: "answer", status: 500, body: { error: { type: "api_error" } } } as const;

  it.each([
    ["a refund's reply is lost", "refund", refundCreation, { kind: "drop_reply" }, 2],
    ["a refund is answered with a 500", "refund", refundCreation, FAILED, 1],
    ["a capture's reply is lost", "capture", intentCapture, { kind: "drop_reply" }, 2],
    ["a cancellation's reply is lost", "cancel", intentCancel, { kind: "drop_reply" }, 2],
  ] as const)("%s", async (_, operation, call, fault, times) => {
    const id = operation === "refund" ? await service.paid(1000) : await service.authorized(1000);
    service.processor.inject(call, fault, times);
    const lost = await service.api[operation](id);
    expect(lost.json).toMatchObject({ status: 503, title: "Outcome unknown", retryable: false });
    expect(lost.headers.get("retry-after")).toBeNull();
    const where = operation === "refund" ? "/v1/payments/{id}/refunds" : "/v1/payments/{id}";
    expect(lost.json.detail).toContain(`GET ${where} before`);
  });

  it("the list of refunds tells whether one whose reply was lost was made", async () => {
    const id = await service.paid(1000);
    const listed = async () => (await service.api.call("GET", `/v1/payments/${id}/refunds`)).json;
    service.processor.inject(refundCreation, FAILED);
    expect((await service.api.refund(id, { amountCents: 300 })).json.title).toBe("Outcome unknown");
    expect(await listed()).toEqual([]);
    service.processor.inject(refundCreation, { kind: "drop_reply" }, 2);
    expect((await service.api.refund(id, { amountCents: 300 })).json.title).toBe("Outcome unknown");
    expect(await listed()).toMatchObject([{ amountCents: 300, status: "succeeded", ours: true }]);
  });

  it("the time ran out after the refund had left", async () => {
    const id = await service.paid(1000);
    service.dynamodb.inject(paymentSave, { kind: "hold_request" });
    // The first two looks set the early timeouts, of the authentication and of the handler; from then on there seems to
    // be time enough for the call.
    let looks = 0;
    const { json, headers } = await invoke("refund-payment", id, { amountCents: 300 }, () =>
      looks++ < 2 ? 3_000 : 20_000,
    );
    service.dynamodb.release();
    expect(json).toMatchObject({ status: 503, title: "Outcome unknown", retryable: false });
    expect(headers).not.toHaveProperty("Retry-After");
    expect(await refundedCents(id)).toBe(300);
  });
});

describe("29: too little time is left to carry a call to its end:", () => {
  it("nothing is sent, and the caller may repeat it", async () => {
    const id = await service.paid(1000);
    service.processor.clear();
    const { json } = await invoke("refund-payment", id, {}, () => 13_000);
    expect(json).toMatchObject({ status: 503, title: "Service unavailable", retryable: true });
    expect(service.processor.passed.filter(refundCreation)).toEqual([]);
  });

  it("the SDK's own second send after a closed socket is not sent either, but the first may have arrived", async () => {
    const id = await service.paid(1000);
    service.processor.clear();
    service.processor.inject(refundCreation, { kind: "drop_reply" });
    const remaining = () => (service.processor.passed.some(refundCreation) ? 5_000 : 24_000);
    const { json } = await invoke("refund-payment", id, { amountCents: 100 }, remaining);
    expect(json).toMatchObject({ status: 503, title: "Outcome unknown", retryable: false });
    expect(service.processor.passed.filter(refundCreation)).toHaveLength(1);
    expect(await refundedCents(id)).toBe(100);
  });
});

it("33: without a key, refunding what is left refunds the smaller rest that the ledger did not know of", async () => {
  const id = await service.paid(1000);
  const payment_intent = String((await service.api.get(id)).json.processorPaymentIntentId);
  await service.stripe.refunds.create({ payment_intent, amount: 300 }, { stripeAccount: service.accountId });
  expect((await service.api.refund(id)).json).toMatchObject({ status: "refunded" });
  expect(await refundedCents(id)).toBe(1000);
});
