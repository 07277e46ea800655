import { randomUUID } from "node:crypto";
import { describe, expect, it, vi } from "vitest";
import { paymentIdFor } from "../../../shared/domain/id.ts";
import { makeSlow } from "../../support/make-slow.ts";
import { PROCESSOR_TRIES } from "../../support/sdk-tries.ts";
import { useService } from "../../support/use-service.ts";
import type { Call } from "../../support/wire-calls.ts";
import {
  intentCancel,
  intentCapture,
  intentCreation,
  keyRenewal,
  paymentSave,
  refundCreation,
  refundList,
} from "../../support/wire-calls.ts";

/** Scenarios 30, 46 and 72: under a known key the processor repeats what it saved, also what says nothing. */
const service = useService({ muted: true });

const SAVED_500 = { kind: "answer", status: 500, body: { error: { type: "api_error" } } } as const;
const OTHER_PARAMETERS = {
  kind: "answer",
  status: 400,
  body: { error: { type: "idempotency_error" } },
} as const;

const later = (milliseconds: number) =>
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + milliseconds });

const keysOf = (call: Call) =>
  service.processor.passed.filter(call).map(({ headers }) => String(headers["idempotency-key"]));

async function refundsOf(svcPaymentId: string) {
  const payment_intent = String((await service.api.get(svcPaymentId)).json.processorPaymentIntentId);
  const options = { stripeAccount: service.accountId };
  return (await service.stripe.refunds.list({ payment_intent, limit: 100 }, options)).data;
}

describe("62: on an account with ten payments a second, whose pages come slowly,", () => {
  /** As long to read as the three thousand of five minutes, whose pages take half a second: fewer pages, each slower. */
  const OTHERS = 600;
  const PAGE_MS = 2_500;
  const listing: Call = ({ method, path }) => method === "GET" && path.startsWith("/v1/payment_intents?");
  const createdIntents = async (svcPaymentId: string) => {
    const query = `metadata['svcPaymentId']:'${svcPaymentId}'`;
    const options = { stripeAccount: service.accountId };
    return (await service.stripe.paymentIntents.search({ query }, options)).data.map(({ id }) => id);
  };
  const sellMeanwhile = async (count: number) => {
    const options = { stripeAccount: service.accountId };
    const sell = () => service.stripe.paymentIntents.create({ amount: 500, currency: "usd" }, options);
    for (let sold = 0; sold < count; sold += 100) await Promise.all(Array.from({ length: 100 }, sell));
  };
  const fault = (given: object) =>
    fetch(`${service.stack.processorUrl}/_simulator/faults`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ method: "POST", path: "/v1/payment_intents", times: 1, ...given }),
    });

  it.each([
    ["made nothing", "error"],
    ["made the intent all the same", "error_applied"],
  ])(
    "a key whose saved 500 %s recovers with the second retry",
    async (_, kind) => {
      const key = randomUUID();
      const svcPaymentId = paymentIdFor(service.stack.demo.merchantId, key);
      await fault({ kind });
      expect((await service.api.create({ amountCents: 1000 }, key)).status).toBe(503);
      // Search has caught up by then.
      later(2 * 60_000);
      const made = await createdIntents(svcPaymentId);
      expect(made).toHaveLength(kind === "error" ? 0 : 1);
      await sellMeanwhile(OTHERS);
      const makeFast = makeSlow(service.processor, listing, PAGE_MS);
      const answers = [await service.api.create({ amountCents: 1000 }, key)];
      if (answers[0]?.status !== 201) answers.push(await service.api.create({ amountCents: 1000 }, key));
      makeFast();
      for (const { json } of answers) expect(json.detail ?? "").not.toContain("nothing was sent");
      expect(answers.at(-1)?.status).toBe(201);
      // What was made is adopted: search knows it, though the list is too long.
      const [first = answers.at(-1)?.json.processorPaymentIntentId] = made;
      expect(answers.at(-1)?.json.processorPaymentIntentId).toBe(first);
      later(2 * 60_000);
      expect(await createdIntents(svcPaymentId)).toEqual([first]);
    },
    120_000,
  );
});

describe("30: a saved 500 costs one retry:", () => {
  it("create", async () => {
    const key = randomUUID();
    service.processor.inject(intentCreation, SAVED_500, PROCESSOR_TRIES);
    expect((await service.api.create({ amountCents: 1000 }, key)).status).toBe(503);
    expect((await service.api.create({ amountCents: 1000 }, key)).status).toBe(201);
    expect(new Set(keysOf(intentCreation)).size).toBe(2);
  });

  it.each([
    ["capture", intentCapture, "succeeded"],
    ["cancel", intentCancel, "canceled"],
  ] as const)("a keyed %s", async (operation, call, status) => {
    const id = await service.authorized(1000);
    service.processor.inject(call, SAVED_500, PROCESSOR_TRIES);
    expect((await service.api[operation](id, {}, "stuck")).status).toBe(503);
    expect((await service.api[operation](id, {}, "stuck")).json.status).toBe(status);
    expect(new Set(keysOf(call)).size).toBe(2);
  });
});

describe("30: the processor's idempotency error on a resume is never a 409:", () => {
  it.each([
    ["capture", intentCapture, "drop_reply", "succeeded"],
    ["capture", intentCapture, "drop_request", "succeeded"],
    ["cancel", intentCancel, "drop_reply", "canceled"],
  ] as const)("a keyed %s (%#)", async (operation, call, kind, status) => {
    const id = await service.authorized(1000);
    service.processor.inject(call, { kind }, PROCESSOR_TRIES);
    expect((await service.api[operation](id, {}, "error")).status).toBe(503);
    service.processor.inject(call, OTHER_PARAMETERS);
    expect((await service.api[operation](id, {}, "error")).json.status).toBe(status);
  });

  it("a keyed refund that was made is found and adopted", async () => {
    const id = await service.paid(1000);
    service.processor.inject(refundCreation, { kind: "drop_reply" }, PROCESSOR_TRIES);
    expect((await service.api.refund(id, { amountCents: 400 }, "adopted")).status).toBe(503);
    service.processor.inject(refundCreation, OTHER_PARAMETERS);
    expect((await service.api.refund(id, { amountCents: 400 }, "adopted")).json.status).toBe(
      "partially_refunded",
    );
    expect(await refundsOf(id)).toHaveLength(1);
  });
});

describe("46: a keyed refund whose key is stuck on a 500", () => {
  /** Both attempts meet the 500; from then on the old key is not sent any more. */
  async function stuckRefund(key: string, amountCents = 400): Promise<string> {
    const id = await service.paid(1000);
    service.processor.inject(refundCreation, SAVED_500, PROCESSOR_TRIES);
    expect((await service.api.refund(id, { amountCents }, key)).status).toBe(503);
    const second = await service.api.refund(id, { amountCents }, key);
    expect(second.json).toMatchObject({ status: 503, title: "Processor unavailable", retryable: true });
    expect(Number(second.headers.get("retry-after"))).toBe(900);
    return id;
  }

  it("waits 15 minutes, says how long, and is then made once under a new key", async () => {
    const id = await stuckRefund("paused");
    later(10 * 60_000);
    const early = await service.api.refund(id, { amountCents: 400 }, "paused");
    expect(Number(early.headers.get("retry-after"))).toBeGreaterThan(290);
    expect(Number(early.headers.get("retry-after"))).toBeLessThanOrEqual(300);
    later(5 * 60_000 + 1_000);
    const done = await service.api.refund(id, { amountCents: 400 }, "paused");
    expect(done.json.status).toBe("partially_refunded");
    expect(await refundsOf(id)).toHaveLength(1);
    expect(keysOf(refundCreation)).toHaveLength(3);
    expect(new Set(keysOf(refundCreation)).size).toBe(2);
  });

  /** The processor does after all what it had answered with a 500. */
  async function makeLate(): Promise<void> {
    const sent = service.processor.passed.find(refundCreation);
    const parameters = new URLSearchParams(sent?.body);
    await service.stripe.refunds.create(
      {
        payment_intent: String(parameters.get("payment_intent")),
        amount: Number(parameters.get("amount")),
        metadata: { svcOperationId: String(parameters.get("metadata[svcOperationId]")) },
      },
      { stripeAccount: service.accountId },
    );
  }

  it("a refund under a stuck key that is made just before it is asked for under a new key is not rejected for that, but adopted", async () => {
    const id = await stuckRefund("overtaken", 1000);
    later(16 * 60_000);
    service.processor.inject(refundCreation, { kind: "hold_request" });
    const retried = service.api.refund(id, { amountCents: 1000 }, "overtaken");
    await service.processor.untilHeld();
    await makeLate();
    service.processor.release();
    expect((await retried).json).toMatchObject({ status: "refunded" });
    expect(await refundsOf(id)).toHaveLength(1);
  });

  it("a refund under a stuck key that was made after all, minutes later, is adopted and not made again", async () => {
    const id = await stuckRefund("late");
    await makeLate();
    const adopted = await service.api.refund(id, { amountCents: 400 }, "late");
    expect(adopted.json.status).toBe("partially_refunded");
    expect(await refundsOf(id)).toHaveLength(1);
  });

  it("a refund under a stuck key whose list of refunds does not account for all that was given back is not made again", async () => {
    const id = await stuckRefund("odd");
    later(16 * 60_000);
    await service.api.refund(id, { amountCents: 100 });
    service.processor.inject(
      refundList,
      {
        kind: "answer",
        status: 200,
        body: { object: "list", data: [], has_more: false, url: "/v1/refunds" },
      },
      Number.POSITIVE_INFINITY,
    );
    const unclear = await service.api.refund(id, { amountCents: 400 }, "odd");
    expect(unclear.json).toMatchObject({ status: 503, title: "Processor unavailable" });
    service.processor.clear();
    expect(await refundsOf(id)).toHaveLength(1);
  });
});

describe("72: a key that the processor forgets while a call under it is under way", () => {
  const HOUR_MS = 3_600_000;
  const REJECTION = {
    kind: "answer",
    status: 400,
    body: { error: { type: "invalid_request_error", code: "balance_insufficient" } },
  } as const;

  /** Rejected, and the reply lost; nearly a day later a call that does not arrive yet, then the old rejection once more. */
  async function hearOldRejection(operation: "refund" | "capture", key: string) {
    const id = await (operation === "refund" ? service.paid(1000) : service.authorized(1000));
    const call = operation === "refund" ? refundCreation : intentCapture;
    const ask = () => service.api[operation](id, { amountCents: 400 }, key);
    service.processor.inject(call, { kind: "drop_request" }, PROCESSOR_TRIES);
    expect((await ask()).status).toBe(503);
    later(23.9 * HOUR_MS);
    service.processor.inject(call, { kind: "arrive_late" }, PROCESSOR_TRIES);
    expect((await ask()).status).toBe(503);
    later(10_000);
    service.processor.inject(call, REJECTION);
    return { id, ask, heard: await ask() };
  }

  it("a refund that is rejected from memory stays open until the call has landed, and is made once", async () => {
    const { id, ask, heard } = await hearOldRejection("refund", "midnight");
    expect(heard.json).toMatchObject({ status: 503, title: "Processor unavailable", retryable: true });
    expect(Number(heard.headers.get("retry-after"))).toBe(890);
    service.processor.release();
    await service.eventually(async () => (await refundsOf(id)).length === 1);
    expect((await ask()).json.status).toBe("partially_refunded");
    expect(await refundsOf(id)).toHaveLength(1);
  });

  it("a capture is not answered as rejected either, and then made after all", async () => {
    const { ask, heard } = await hearOldRejection("capture", "midnight-capture");
    expect(heard.status).toBe(503);
    service.processor.release();
    await service.eventually(async () => (await ask()).json.status === "succeeded");
  });

  it("without a call under way a late rejection frees the key, a quarter of an hour after the last lost one", async () => {
    const { id, ask } = await hearOldRejection("refund", "settled");
    later(5 * 60_000);
    service.processor.inject(refundCreation, REJECTION);
    const early = await ask();
    expect(Number(early.headers.get("retry-after"))).toBe(590);
    later(10 * 60_000);
    service.processor.inject(refundCreation, REJECTION);
    expect(await ask()).toMatchObject({ status: 422, json: { title: "Platform fee not returnable" } });
    expect(await refundsOf(id)).toHaveLength(0);
  });

  it("a retry whose list of refunds failed has sent nothing: the quarter of an hour counts from the lost call before it", async () => {
    const { id, ask } = await hearOldRejection("refund", "unlisted");
    // The ledger shows a refund from now on, so every attempt begins with the list.
    await service.api.refund(id, { amountCents: 100 });
    later(10 * 60_000);
    service.processor.inject(refundList, { kind: "drop_request" }, PROCESSOR_TRIES);
    expect((await ask()).status).toBe(503);
    expect(service.processor.spent).toBe(true);
    later(4 * 60_000);
    service.processor.inject(refundCreation, REJECTION);
    const early = await ask();
    expect(early.status).toBe(503);
    expect(Number(early.headers.get("retry-after"))).toBe(50);
    later(60_000);
    service.processor.inject(refundCreation, REJECTION);
    expect(await ask()).toMatchObject({ status: 422, json: { title: "Platform fee not returnable" } });
    expect(await refundsOf(id)).toHaveLength(1);
  });
});

it("a keyed capture that is resumed after a partial refund answers what it did itself", async () => {
  const id = await service.authorized(1000);
  service.processor.inject(intentCapture, { kind: "drop_reply" }, PROCESSOR_TRIES);
  expect((await service.api.capture(id, { amountCents: 800 }, "own")).status).toBe(503);
  expect((await service.api.refund(id, { amountCents: 300 })).status).toBe(200);
  later(25 * 3_600_000);
  expect(await service.api.capture(id, { amountCents: 800 }, "own")).toMatchObject({
    status: 200,
    json: { status: "partially_refunded", amountCents: 800 },
  });
});

describe("30: an event about an intent that was left behind", () => {
  /** The processor repeats a 500 and does not show the intent yet: a retry makes a second one under a new key. */
  async function leaveBehind(key: string) {
    const svcPaymentId = paymentIdFor(service.stack.demo.merchantId, key);
    service.processor.inject(intentCreation, { kind: "drop_reply" }, PROCESSOR_TRIES);
    expect((await service.api.create({ amountCents: 1000 }, key)).status).toBe(503);
    const [orphan] = (await service.intents()).filter(
      ({ metadata }) => metadata.svcPaymentId === svcPaymentId,
    );
    service.processor.inject(intentCreation, SAVED_500);
    service.processor.inject(
      ({ method, path }) => method === "GET" && path.startsWith("/v1/payment_intents?"),
      {
        kind: "answer",
        status: 200,
        body: { object: "list", data: [], has_more: false, url: "/v1/payment_intents" },
      },
    );
    return { svcPaymentId, orphanId: String(orphan?.id) };
  }

  async function cancelAndTell(intentId: string): Promise<void> {
    await service.stripe.paymentIntents.cancel(intentId, {}, { stripeAccount: service.accountId });
    for (const event of await service.eventsOf(intentId)) await service.webhook(event);
  }

  it("does not take the place of the one that is given out", async () => {
    const key = randomUUID();
    const { svcPaymentId, orphanId } = await leaveBehind(key);
    service.processor.inject(intentCreation, { kind: "hold_reply" });
    const retried = service.api.create({ amountCents: 1000 }, key);
    await service.processor.untilHeld();
    await cancelAndTell(orphanId);
    service.processor.release();
    const { json } = await retried;
    expect(json.processorPaymentIntentId).not.toBe(orphanId);
    expect((await service.api.get(svcPaymentId)).json).toMatchObject({
      processorPaymentIntentId: json.processorPaymentIntentId,
      status: "requires_payment_method",
    });
  });

  it("does not either when it has read the payment before, and writes after it was given out", async () => {
    const key = randomUUID();
    const { svcPaymentId, orphanId } = await leaveBehind(key);
    service.dynamodb.inject(paymentSave, { kind: "hold_request" });
    const told = cancelAndTell(orphanId);
    await service.dynamodb.untilHeld();
    const { status, json } = await service.api.create({ amountCents: 1000 }, key);
    expect(status).toBe(201);
    service.dynamodb.release();
    await told;
    expect((await service.api.get(svcPaymentId)).json).toMatchObject({
      processorPaymentIntentId: json.processorPaymentIntentId,
      status: "requires_payment_method",
    });
  });

  it("an event that writes between the new key and what is made under it makes no second payment either", async () => {
    const key = randomUUID();
    const { svcPaymentId, orphanId } = await leaveBehind(key);
    service.dynamodb.inject(paymentSave, { kind: "hold_request" });
    const told = cancelAndTell(orphanId);
    await service.dynamodb.untilHeld();
    service.processor.inject(intentCreation, { kind: "hold_reply" });
    const retried = service.api.create({ amountCents: 1000 }, key);
    await service.processor.untilHeld();
    service.dynamodb.release();
    await told;
    service.processor.release();
    const { json } = await retried;
    expect((await service.api.get(svcPaymentId)).json.processorPaymentIntentId).toBe(
      json.processorPaymentIntentId,
    );
  });

  it("an event that is stored before the key is renewed is the payment's: no second one is given out", async () => {
    const key = randomUUID();
    const { svcPaymentId, orphanId } = await leaveBehind(key);
    service.dynamodb.inject(keyRenewal, { kind: "hold_request" });
    const retried = service.api.create({ amountCents: 1000 }, key);
    await service.dynamodb.untilHeld();
    await cancelAndTell(orphanId);
    service.dynamodb.release();
    expect((await retried).status).toBe(503);
    service.processor.inject(intentCreation, SAVED_500);
    const adopted = await service.api.create({ amountCents: 1000 }, key);
    expect(adopted).toMatchObject({ status: 201, json: { processorPaymentIntentId: orphanId } });
    expect((await service.api.get(svcPaymentId)).json.processorPaymentIntentId).toBe(orphanId);
  });
});

it("36: a refund among thousands of others is found on the first page: the newest come first", async () => {
  const id = await service.paid(1000);
  service.processor.inject(refundCreation, SAVED_500, PROCESSOR_TRIES);
  expect((await service.api.refund(id, { amountCents: 400 }, "many")).status).toBe(503);
  const sent = new URLSearchParams(service.processor.passed.find(refundCreation)?.body);
  const svcOperationId = String(sent.get("metadata[svcOperationId]"));
  // There may be hundreds of pages: they are not asked for if this one is enough.
  service.processor.inject(refundList, {
    kind: "answer",
    status: 200,
    body: {
      object: "list",
      data: [
        { id: "re_1", object: "refund", amount: 400, status: "succeeded", metadata: { svcOperationId } },
      ],
      has_more: true,
      url: "/v1/refunds",
    },
  });
  const adopted = await service.api.refund(id, { amountCents: 400 }, "many");
  expect(adopted.status).toBe(200);
});
