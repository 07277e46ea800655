import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { describe, expect, it } from "vitest";
import { AWS_TRIES, PROCESSOR_TRIES } from "../../support/sdk-tries.ts";
import { useService } from "../../support/use-service.ts";
import { intentCancel, intentCapture, paymentSave, refundCreation } from "../../support/wire-calls.ts";

/** Scenario 29: a request without an Idempotency-Key gets one, and every answer names it. */
const service = useService({ muted: true });

const KEY = "Idempotency-Key";

async function refundedCents(svcPaymentId: string): Promise<number> {
  const { processorPaymentIntentId } = (await service.api.get(svcPaymentId)).json;
  const refunds = await service.stripe.refunds.list(
    { payment_intent: String(processorPaymentIntentId), limit: 100 },
    { stripeAccount: service.accountId },
  );
  return refunds.data.reduce((sum, { amount }) => sum + amount, 0);
}

/** A payment that the ledger knows as paid: the next write of it is that of the refund. 100 are refunded. */
async function knownAsPaid(): Promise<string> {
  const id = await service.paid(1000);
  expect((await service.api.refund(id, { amountCents: 100 })).status).toBe(200);
  return id;
}

/** Invokes a function as AWS does, with the time that it has left. */
async function invoke(id: string, body: object, remainingMs: () => number) {
  const event = {
    routeKey: "POST /v1/payments/{id}/refund",
    rawPath: `/v1/payments/${id}/refund`,
    headers: { "x-api-key": service.api.apiKey },
    pathParameters: { id },
    requestContext: { domainName: "api.example" },
    body: JSON.stringify(body),
    isBase64Encoded: false,
  } as unknown as APIGatewayProxyEventV2;
  const context = { getRemainingTimeInMillis: remainingMs };
  const answer = await service.stack.handlers.get("refund-payment")?.(event, context);
  return { headers: answer?.headers, json: JSON.parse(String(answer?.body)) as Record<string, unknown> };
}

it("29: every answer names the key: the service's own, which then replays the answer, or the client's", async () => {
  const id = await service.paid(1000);
  const first = await service.api.refund(id, { amountCents: 300 });
  const key = first.headers.get(KEY) ?? "";
  const second = await service.api.refund(id, { amountCents: 300 });
  expect(second.headers.get(KEY)).not.toBe(key);
  const repeated = await service.api.refund(id, { amountCents: 300 }, key);
  expect([repeated.text, repeated.headers.get("idempotent-replayed")]).toEqual([first.text, "true"]);
  expect(repeated.headers.get(KEY)).toBe(key);
  expect(await refundedCents(id)).toBe(600);
  expect((await service.api.refund("svcpay_unknown", {})).headers.get(KEY)).toBeTruthy();
  expect((await service.api.get(id)).headers.get(KEY)).toBeNull();
});

describe("29: a 503 to a request that came without a key is to be repeated only with the key that it names:", () => {
  it.each([
    ["a capture's reply is lost", "capture", intentCapture],
    ["a cancellation's reply is lost", "cancel", intentCancel],
  ] as const)("%s", async (_, operation, call) => {
    const id = await service.authorized(1000);
    service.processor.inject(call, { kind: "drop_reply" }, PROCESSOR_TRIES * 2);
    const lost = await service.api[operation](id);
    expect(lost.json).toMatchObject({ status: 503, title: "Outcome unknown", retryable: false });
    expect(lost.json.detail).toContain("only with the Idempotency-Key of this response's header");
    expect(lost.headers.get("retry-after")).toBeNull();
    const key = lost.headers.get(KEY) ?? "";
    const ordinary = await service.api[operation](id, {}, key);
    expect(ordinary.json).toMatchObject({ status: 503, title: "Processor unavailable", retryable: true });
    expect(ordinary.headers.get("retry-after")).not.toBeNull();
    expect(await service.api[operation](id, {}, key)).toMatchObject({ status: 200 });
  });

  it("a refund's reply is lost, and its retry finds the refund", async () => {
    const id = await service.paid(1000);
    service.processor.inject(refundCreation, { kind: "drop_reply" }, PROCESSOR_TRIES);
    const lost = await service.api.refund(id, { amountCents: 400 });
    expect(lost.json).toMatchObject({ status: 503, title: "Outcome unknown", retryable: false });
    const found = await service.api.refund(id, { amountCents: 400 }, lost.headers.get(KEY) ?? "");
    expect(found.json).toMatchObject({ status: "partially_refunded" });
    expect(await refundedCents(id)).toBe(400);
  });

  it("the ledger fails after the refund was made, and the key finishes it", async () => {
    const id = await knownAsPaid();
    service.dynamodb.inject(paymentSave, { kind: "drop_request" }, AWS_TRIES);
    const lost = await service.api.refund(id, { amountCents: 400 });
    expect(lost.json).toMatchObject({ status: 503, title: "Outcome unknown", retryable: false });
    const done = await service.api.refund(id, { amountCents: 400 }, lost.headers.get(KEY) ?? "");
    expect(done.json).toMatchObject({ status: "partially_refunded" });
    expect(await refundedCents(id)).toBe(500);
  });

  it("the time runs out", async () => {
    const id = await knownAsPaid();
    service.dynamodb.inject(paymentSave, { kind: "hold_request" });
    // The first look sets the early timeout; from then on there seems to be time enough for the call.
    let looks = 0;
    const { json, headers } = await invoke(id, { amountCents: 300 }, () => (looks++ < 1 ? 3_000 : 20_000));
    service.dynamodb.release();
    expect(json).toMatchObject({ status: 503, title: "Outcome unknown", retryable: false });
    expect(headers).not.toHaveProperty("Retry-After");
    expect(headers).toHaveProperty(KEY);
    expect(await refundedCents(id)).toBe(400);
  });
});

describe("29: too little time is left to carry a call to its end:", () => {
  it("nothing is sent", async () => {
    const id = await service.paid(1000);
    service.processor.clear();
    const { json } = await invoke(id, {}, () => 13_000);
    expect(json).toMatchObject({ status: 503, title: "Outcome unknown" });
    expect(service.processor.passed.filter(refundCreation)).toEqual([]);
  });

  it("the SDK's own second send after a closed socket is not sent either, but the first may have arrived", async () => {
    const id = await service.paid(1000);
    service.processor.clear();
    service.processor.inject(refundCreation, { kind: "drop_reply" });
    const remaining = () => (service.processor.passed.some(refundCreation) ? 5_000 : 24_000);
    await invoke(id, { amountCents: 100 }, remaining);
    expect(service.processor.passed.filter(refundCreation)).toHaveLength(1);
    expect(await refundedCents(id)).toBe(100);
  });
});
