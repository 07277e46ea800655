import { randomUUID } from "node:crypto";
import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { describe, expect, it, vi } from "vitest";
import { paymentIdFor } from "../../../shared/domain/id.ts";
import { shortenDeadlines } from "../../support/deadlines.ts";
import { AWS_TRIES, PROCESSOR_TRIES } from "../../support/sdk-tries.ts";
import { useService } from "../../support/use-service.ts";
import {
  claimCompletion,
  intentCancel,
  intentCapture,
  intentCreation,
  ledgerWrite,
  refundSave,
} from "../../support/wire-calls.ts";

/** Numbers refer to the table in test/FAILURES.md: each is one line of it, with the fault on the wire. */
const service = useService({ muted: true });

const BODY = { amountCents: 1000, orderRef: "faults" };

const idOf = (key: string) => paymentIdFor(service.stack.demo.merchantId, key);
const later = (milliseconds: number) =>
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + milliseconds });

async function intentsFor(key: string) {
  return (await service.intents()).filter(({ metadata }) => metadata.svcPaymentId === idOf(key));
}

it("82: a resume sends the metadata with the same bytes, and other metadata under the key is a conflict", async () => {
  const body = { ...BODY, statementDescriptorSuffix: "ORDER", metadata: { zeta: "1", alpha: "2", mid: "3" } };
  service.processor.inject(intentCreation, { kind: "drop_reply" }, PROCESSOR_TRIES);
  expect((await service.api.create(body, "s82")).status).toBe(503);
  expect((await service.api.create(body, "s82")).status).toBe(201);
  const bodies = service.processor.passed.filter(intentCreation).map((passing) => passing.body);
  expect(bodies.length).toBeGreaterThan(1);
  expect(new Set(bodies).size).toBe(1);
  expect(bodies[0]).toContain("metadata[alpha]=2&metadata[mid]=3&metadata[zeta]=1");
  expect(await intentsFor("s82")).toHaveLength(1);
  const other = await service.api.create({ ...body, metadata: { zeta: "9" } }, "s82");
  expect(other.json).toMatchObject({ status: 409, title: "Idempotency conflict" });
});

it("2: of two at once one runs and the other is told to wait; the replay is identical", async () => {
  service.processor.inject(intentCreation, { kind: "hold_request" });
  const first = service.api.create(BODY, "s2");
  await service.processor.untilHeld();
  const second = await service.api.create(BODY, "s2");
  expect(second.json).toMatchObject({ status: 409, title: "In progress", retryable: true });
  expect(second.headers.get("retry-after")).toBe("1");
  service.processor.release();
  const { text } = await first;
  expect((await service.api.create(BODY, "s2")).text).toBe(text);
  expect(await intentsFor("s2")).toHaveLength(1);
});

it("4: when the processor's reply is lost the claim is kept, and the retry finds the same intent", async () => {
  // Twice, because the SDK tries again by itself once when a socket closes.
  service.processor.inject(intentCreation, { kind: "drop_reply" }, PROCESSOR_TRIES);
  const lost = await service.api.create(BODY, "s4");
  expect(lost.json).toMatchObject({ status: 503, title: "Processor unavailable", retryable: true });
  expect(lost.headers.get("retry-after")).toBeTruthy();
  const [made] = await intentsFor("s4");
  const retried = await service.api.create(BODY, "s4");
  expect(retried.status).toBe(201);
  expect(retried.json.processorPaymentIntentId).toBe(made?.id);
  expect(await intentsFor("s4")).toHaveLength(1);
});

it("4: a processor that hangs is given up within the function's time, and the retry resumes", async () => {
  service.processor.inject(intentCreation, { kind: "hang" });
  const asked = shortenDeadlines(10);
  expect((await service.api.create(BODY, "s4-hang")).status).toBe(503);
  expect(asked).toEqual([8_000]);
  service.processor.release();
  expect((await service.api.create(BODY, "s4-hang")).status).toBe(201);
  expect(await intentsFor("s4-hang")).toHaveLength(1);
});

it("5: when the function dies after the processor call, the key is busy for its lease and then the next retry adopts the intent", async () => {
  service.dynamodb.inject(claimCompletion, { kind: "drop_request" }, AWS_TRIES);
  expect((await service.api.create(BODY, "s5")).status).toBe(503);
  expect((await service.api.create(BODY, "s5")).json.title).toBe("In progress");
  later(61_000);
  const adopted = await service.api.create(BODY, "s5");
  expect(adopted.status).toBe(201);
  expect((await intentsFor("s5")).map(({ id }) => id)).toEqual([adopted.json.processorPaymentIntentId]);
});

it("22: payments of one merchant share no item that each of them must write", async () => {
  await Promise.all(Array.from({ length: 10 }, () => service.api.create(BODY, randomUUID())));
  // One create in ten is counted in an item of all merchants. None waits for that write, or fails with it.
  const written = service.dynamodb.passed
    .filter((call) => ledgerWrite(call) && !call.body.includes('"RATE#'))
    .map(({ body }) => /svcpay_[0-9a-f]{32}/.exec(body)?.[0]);
  expect(written).toHaveLength(20);
  expect(new Set(written).size).toBe(10);
});

it("28: a call to the processor whose stale keep-alive socket dies is tried again once, and one payment results", async () => {
  service.processor.inject(intentCreation, { kind: "drop_request" });
  expect((await service.api.create(BODY, "s28")).status).toBe(201);
  expect(await intentsFor("s28")).toHaveLength(1);
});

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

it("24: refunds at once and without keys never exceed the charge, and the ledger equals the processor", async () => {
  const id = await service.paid(1000);
  const replies = await Promise.all(
    Array.from({ length: 5 }, () => service.api.refund(id, { amountCents: 300 })),
  );
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 200, 200, 422, 422]);
  expect((await chargeOf(id)).amount_refunded).toBe(900);
  expect((await service.item(id)).refundedCents).toBe(900);
});

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

  it("the time runs out", async () => {
    const id = await knownAsPaid();
    service.dynamodb.inject(refundSave, { kind: "hold_request" });
    // The first look sets the early timeout; from then on there seems to be time enough for the call.
    let looks = 0;
    const { json, headers } = await invoke(id, { amountCents: 300 }, () => (looks++ < 1 ? 3_000 : 20_000));
    service.dynamodb.release();
    expect(json).toMatchObject({ status: 503, title: "Outcome unknown", retryable: false });
    expect(headers).not.toHaveProperty("Retry-After");
    expect(headers).toHaveProperty(KEY);
    expect(await refundedCents(id)).toBe(400);
    // Node goes on with what AWS would have cut off, up to the answer.
    const key = (headers as Record<string, string>)[KEY];
    await service.eventually(async () => {
      const { status } = await service.api.refund(id, { amountCents: 300 }, key);
      return status === 200;
    });
  });
});
