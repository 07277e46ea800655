import { randomUUID } from "node:crypto";
import { describe, expect, it, vi } from "vitest";
import { paymentIdFor } from "../../../shared/domain/id.ts";
import { paymentKey } from "../../../shared/ledger/table.ts";
import { shortenDeadlines } from "../../support/deadlines.ts";
import { AWS_TRIES, PROCESSOR_TRIES } from "../../support/sdk-tries.ts";
import { useService } from "../../support/use-service.ts";
import {
  authentication,
  claimCompletion,
  claimWrite,
  intentCreation,
  ledgerWrite,
} from "../../support/wire-calls.ts";

/** Numbers refer to the table in test/FAILURES.md: each is one line of it, with the fault on the wire. */
const service = useService({ muted: true });

const BODY = { amountCents: 1000, orderRef: "faults" };
const HOUR_MS = 3_600_000;

const idOf = (key: string) => paymentIdFor(service.stack.demo.merchantId, key);
const later = (milliseconds: number) =>
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + milliseconds });

async function intentsFor(key: string) {
  return (await service.intents()).filter(({ metadata }) => metadata.svcPaymentId === idOf(key));
}

it("1: a claim whose reply is lost is recognized as our own, not as somebody else's", async () => {
  service.dynamodb.inject(claimWrite, { kind: "drop_reply" });
  expect((await service.api.create(BODY, "s1")).status).toBe(201);
  expect(await intentsFor("s1")).toHaveLength(1);
});

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

it("2: twenty at once make one payment, and every 2xx has the same bytes", async () => {
  const replies = await Promise.all(Array.from({ length: 20 }, () => service.api.create(BODY, "s2-many")));
  const made = replies.filter(({ status }) => status === 201);
  expect(made.length).toBeGreaterThan(0);
  expect(new Set(made.map(({ text }) => text)).size).toBe(1);
  expect(replies.every(({ status }) => status === 201 || status === 409)).toBe(true);
  expect(await intentsFor("s2-many")).toHaveLength(1);
});

describe("3: the same key with another body is a conflict and charges nothing", () => {
  const OTHER = { amountCents: 2000 };

  it("while the first is in flight", async () => {
    service.processor.inject(intentCreation, { kind: "hold_request" });
    const first = service.api.create(BODY, "s3a");
    await service.processor.untilHeld();
    expect((await service.api.create(OTHER, "s3a")).json.title).toBe("Idempotency conflict");
    service.processor.release();
    expect((await first).status).toBe(201);
    expect(await intentsFor("s3a")).toHaveLength(1);
  });

  it("after an unknown outcome", async () => {
    service.processor.inject(intentCreation, {
      kind: "answer",
      status: 500,
      body: { error: { type: "api_error" } },
    });
    expect((await service.api.create(BODY, "s3b")).status).toBe(503);
    expect((await service.api.create(OTHER, "s3b")).json.title).toBe("Idempotency conflict");
    expect(await intentsFor("s3b")).toHaveLength(0);
  });
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

describe("5: when the function dies after the processor call", () => {
  it("the key is busy for its lease and then the next retry adopts the intent", async () => {
    service.dynamodb.inject(claimCompletion, { kind: "drop_request" }, AWS_TRIES);
    expect((await service.api.create(BODY, "s5")).status).toBe(503);
    expect((await service.api.create(BODY, "s5")).json.title).toBe("In progress");
    later(61_000);
    const adopted = await service.api.create(BODY, "s5");
    expect(adopted.status).toBe(201);
    expect((await intentsFor("s5")).map(({ id }) => id)).toEqual([adopted.json.processorPaymentIntentId]);
  });

  it("a payment that is not completed cannot be seen, captured or refunded", async () => {
    service.dynamodb.inject(claimCompletion, { kind: "drop_request" }, AWS_TRIES);
    await service.api.create(BODY, "s5-open");
    for (const reply of [
      await service.api.get(idOf("s5-open")),
      await service.api.capture(idOf("s5-open")),
      await service.api.refund(idOf("s5-open")),
    ]) {
      expect(reply.status).toBe(404);
    }
  });
});

describe("6: a zombie that wakes after a takeover", () => {
  it("writes nothing and answers what its successor stored", async () => {
    service.processor.inject(intentCreation, { kind: "hold_reply" });
    const zombie = service.api.create(BODY, "s6");
    await service.processor.untilHeld();
    await service.ageClaim(paymentKey(idOf("s6")), 61_000);
    const successor = await service.api.create(BODY, "s6");
    expect(successor.status).toBe(201);
    const stored = await service.item(idOf("s6"));
    service.processor.release();
    expect(await zombie).toMatchObject({ status: 201, text: successor.text });
    expect(await service.item(idOf("s6"))).toEqual(stored);
  });

  it("answers In progress when its successor has not finished", async () => {
    service.processor.inject(intentCreation, { kind: "hold_reply" }, PROCESSOR_TRIES);
    const zombie = service.api.create(BODY, "s6b");
    await service.processor.untilHeld();
    await service.ageClaim(paymentKey(idOf("s6b")), 61_000);
    const successor = service.api.create(BODY, "s6b");
    await service.processor.untilHeld(2);
    service.processor.releaseFirst();
    expect((await zombie).json.title).toBe("In progress");
    service.processor.release();
    expect((await successor).status).toBe(201);
    expect(await intentsFor("s6b")).toHaveLength(1);
  });
});

it("what a webhook tells of another intent that fits, before the answer, does not become the payment", async () => {
  service.processor.inject(intentCreation, { kind: "hold_reply" });
  const creating = service.api.create(BODY, "s6-other");
  await service.processor.untilHeld();
  const [made] = await intentsFor("s6-other");
  // Somebody with access to the account has made the same again, and cancels it at once.
  const { amount, currency, metadata } = made ?? { amount: 0, currency: "", metadata: {} };
  const inAccount = { stripeAccount: service.accountId };
  const other = await service.stripe.paymentIntents.create({ amount, currency, metadata }, inAccount);
  await service.stripe.paymentIntents.cancel(other.id, {}, inAccount);
  const events = await service.eventsOf(other.id);
  const canceled = events.find(({ type }) => type === "payment_intent.canceled");
  await service.webhook({ ...canceled, account: service.accountId });
  expect((await service.item(idOf("s6-other"))).processorPaymentIntentId).toBe(other.id);
  // What happens to the payment's own intent now passes it by.
  await service.stripe.paymentIntents.cancel(String(made?.id), {}, inAccount);
  service.processor.release();
  const created = await creating;
  expect(created).toMatchObject({ status: 201, json: { processorPaymentIntentId: made?.id } });
  expect(await service.item(idOf("s6-other"))).toMatchObject({
    state: "completed",
    status: "canceled",
    processorPaymentIntentId: made?.id,
  });
});

it("7: a completion whose reply is lost is recognized as our own", async () => {
  service.dynamodb.inject(claimCompletion, { kind: "drop_reply" });
  const reply = await service.api.create(BODY, "s7");
  expect(reply.status).toBe(201);
  expect(reply.headers.get("idempotent-replayed")).toBeNull();
});

describe("8: a retry more than a day later, when the processor has forgotten the key", () => {
  it("finds what was made by its metadata", async () => {
    service.processor.inject(intentCreation, { kind: "drop_reply" }, PROCESSOR_TRIES);
    await service.api.create(BODY, "s8");
    const [made] = await intentsFor("s8");
    later(25 * HOUR_MS);
    const retried = await service.api.create(BODY, "s8");
    expect(retried.json.processorPaymentIntentId).toBe(made?.id);
    expect(await intentsFor("s8")).toHaveLength(1);
  });

  it("finds what the second of three attempts made", async () => {
    service.processor.inject(intentCreation, { kind: "answer", status: 503, body: {} });
    await service.api.create(BODY, "s8-second");
    later(20 * HOUR_MS);
    service.processor.inject(intentCreation, { kind: "drop_reply" }, PROCESSOR_TRIES);
    await service.api.create(BODY, "s8-second");
    later(30 * HOUR_MS);
    expect((await service.api.create(BODY, "s8-second")).status).toBe(201);
    expect(await intentsFor("s8-second")).toHaveLength(1);
  });

  it("makes it when nothing was made", async () => {
    service.processor.inject(intentCreation, { kind: "drop_request" }, PROCESSOR_TRIES);
    await service.api.create(BODY, "s8-none");
    later(25 * HOUR_MS);
    expect((await service.api.create(BODY, "s8-none")).status).toBe(201);
    expect(await intentsFor("s8-none")).toHaveLength(1);
  });

  it("replays a completed payment without asking anybody", async () => {
    const first = await service.api.create(BODY, "s8-done");
    later(60 * 24 * HOUR_MS);
    service.processor.clear();
    expect((await service.api.create(BODY, "s8-done")).text).toBe(first.text);
    expect(service.processor.passed).toHaveLength(0);
  });
});

describe("9: the processor's saved 500, a key in use, a rate limit", () => {
  it.each([
    [500, { error: { type: "api_error" } }],
    [409, { error: { type: "invalid_request_error", code: "idempotency_key_in_use" } }],
    [429, { error: { type: "invalid_request_error", code: "rate_limit" } }],
    [401, { error: { type: "invalid_request_error" } }],
  ])("%i is no success; the same processor key is used later", async (status, body) => {
    const key = `s9-${status}`;
    service.processor.inject(intentCreation, { kind: "answer", status, body });
    expect((await service.api.create(BODY, key)).json).toMatchObject({
      status: 503,
      title: "Processor unavailable",
    });
    expect((await service.api.create(BODY, key)).status).toBe(201);
    const keys = service.processor.passed
      .filter(intentCreation)
      .map(({ headers }) => headers["idempotency-key"]);
    expect(new Set(keys).size).toBe(1);
  });

  it("a saved 500 behind which the intent was made is looked through", async () => {
    service.processor.inject(intentCreation, { kind: "drop_reply" }, PROCESSOR_TRIES);
    await service.api.create(BODY, "s9-saved");
    const headers = { "Idempotent-Replayed": "true" };
    service.processor.inject(intentCreation, {
      kind: "answer",
      status: 500,
      body: { error: { type: "api_error" } },
      headers,
    });
    expect((await service.api.create(BODY, "s9-saved")).status).toBe(201);
    expect(await intentsFor("s9-saved")).toHaveLength(1);
  });

  it("the processor's idempotency error on a resume is no rejection: what is there is adopted", async () => {
    service.processor.inject(intentCreation, { kind: "drop_reply" }, PROCESSOR_TRIES);
    await service.api.create(BODY, "s9-adopt");
    const body = { error: { type: "idempotency_error" } };
    service.processor.inject(intentCreation, { kind: "answer", status: 400, body });
    const adopted = await service.api.create(BODY, "s9-adopt");
    expect(adopted.status).toBe(201);
    expect(await intentsFor("s9-adopt")).toHaveLength(1);
  });

  it("the processor's idempotency error on a resume that finds nothing is followed by a new key", async () => {
    service.processor.inject(intentCreation, { kind: "drop_request" }, PROCESSOR_TRIES);
    await service.api.create(BODY, "s9-keep");
    service.processor.inject(intentCreation, {
      kind: "answer",
      status: 400,
      body: { error: { type: "idempotency_error" } },
    });
    expect((await service.api.create(BODY, "s9-keep")).status).toBe(201);
    const keys = service.processor.passed
      .filter(intentCreation)
      .map(({ headers }) => String(headers["idempotency-key"]));
    expect(keys.at(-1)).not.toBe(keys[0]);
  });
});

it("9: a 5xx without a word of why is an unknown outcome too, although the SDK takes it for an answer", async () => {
  service.processor.inject(intentCreation, { kind: "answer", status: 503, body: {} });
  const unknown = await service.api.create(BODY, "s9-bare");
  expect(unknown.json).toMatchObject({ status: 503, title: "Processor unavailable", retryable: true });
  expect((await service.api.create(BODY, "s9-bare")).status).toBe(201);
});

describe("10: two header keys with the same body idempotencyKey", () => {
  it("never make two payments of one intent", async () => {
    const body = { ...BODY, idempotencyKey: randomUUID() };
    const first = await service.api.create(body, "s10-a");
    const second = await service.api.create(body, "s10-b");
    expect(first.status).toBe(201);
    expect(second.json).toMatchObject({ status: 409, title: "Idempotency conflict" });
    expect((await service.api.get(idOf("s10-b"))).status).toBe(404);
    const sent = service.processor.passed.find(intentCreation)?.headers["idempotency-key"];
    expect(sent).toBe(body.idempotencyKey);
  });

  it("the second header key is rejected again, however often it comes", async () => {
    const body = { ...BODY, idempotencyKey: randomUUID() };
    expect((await service.api.create(body, "s10-c")).status).toBe(201);
    for (const _ of [1, 2, 3]) expect((await service.api.create(body, "s10-d")).status).toBe(409);
    expect((await service.api.create({ ...body, idempotencyKey: randomUUID() }, "s10-d")).status).toBe(201);
  });

  it("the second header key is rejected too when its first try was lost", async () => {
    const body = { ...BODY, idempotencyKey: randomUUID() };
    expect((await service.api.create(body, "s10-e")).status).toBe(201);
    service.processor.inject(intentCreation, { kind: "drop_request" }, PROCESSOR_TRIES);
    expect((await service.api.create(body, "s10-f")).status).toBe(503);
    // What was lost may still be on its way, so it is rejected only once nothing is found a while later.
    const early = await service.api.create(body, "s10-f");
    expect(early).toMatchObject({ status: 503, json: { title: "Processor unavailable" } });
    expect(Number(early.headers.get("retry-after"))).toBeGreaterThan(800);
    later(14 * 60_000);
    expect((await service.api.create(body, "s10-f")).status).toBe(503);
    later(2 * 60_000);
    expect((await service.api.create(body, "s10-f")).status).toBe(409);
    expect(await intentsFor("s10-f")).toEqual([]);
  });

  it("54: keep the claim of one whose resume meets an idempotency error, and answer it with what was made after all", async () => {
    const body = { ...BODY, idempotencyKey: randomUUID() };
    const reused = { kind: "answer", status: 400, body: { error: { type: "idempotency_error" } } } as const;
    service.processor.inject(intentCreation, { kind: "drop_request" }, PROCESSOR_TRIES);
    expect((await service.api.create(body, "s54")).status).toBe(503);
    service.processor.inject(intentCreation, reused);
    expect((await service.api.create(body, "s54")).status).toBe(503);
    // The lost request arrives now: it is made under the caller's own key.
    const lost = service.processor.passed.find(intentCreation);
    await fetch(`${service.stack.processorUrl}/v1/payment_intents`, {
      method: "POST",
      headers: Object.fromEntries(
        Object.entries(lost?.headers ?? {})
          .filter(([name]) => !["host", "connection", "content-length"].includes(name))
          .map(([name, value]) => [name, String(value)]),
      ),
      body: lost?.body ?? "",
    });
    const answered = await service.api.create(body, "s54");
    expect(answered.status).toBe(201);
    expect(await intentsFor("s54")).toHaveLength(1);
  });

  it("never make two payments where something in between answers for the processor", async () => {
    const body = { ...BODY, idempotencyKey: randomUUID() };
    const blocked = { kind: "answer", status: 502, body: { message: "Blocked on the way." } } as const;
    for (const _ of [1, 2]) {
      service.processor.inject(intentCreation, blocked);
      expect((await service.api.create(body, "s10-i")).status).toBe(503);
    }
    expect((await service.api.create(body, "s10-j")).status).toBe(201);
    expect((await service.api.create(body, "s10-i")).status).toBe(503);
    later(16 * 60_000);
    expect((await service.api.create(body, "s10-i")).status).toBe(409);
    expect(await intentsFor("s10-i")).toEqual([]);
  });

  it("never make two payments where the second was turned away before its key was looked at", async () => {
    const body = { ...BODY, idempotencyKey: randomUUID() };
    expect((await service.api.create(body, "s10-k")).status).toBe(201);
    const error = { type: "invalid_request_error", code: "account_invalid", message: "No access." };
    service.processor.inject(intentCreation, { kind: "answer", status: 403, body: { error } });
    expect((await service.api.create(body, "s10-l")).status).toBe(422);
    expect((await service.api.create(body, "s10-l")).status).toBe(409);
    expect(await intentsFor("s10-l")).toEqual([]);
  });

  it("a key that follows a rejected one is the processor's key as it came", async () => {
    const rejected = { ...BODY, customerRef: "cus_none", idempotencyKey: randomUUID() };
    expect((await service.api.create(rejected, "s10-g")).status).toBe(400);
    const body = { ...BODY, idempotencyKey: randomUUID() };
    expect((await service.api.create(body, "s10-g")).status).toBe(201);
    expect((await service.api.create(body, "s10-h")).status).toBe(409);
  });
});

it("22: a throttled ledger answers 503 with Retry-After, and nothing is half done", async () => {
  const body = {
    __type: "com.amazonaws.dynamodb.v20120810#ProvisionedThroughputExceededException",
    message: "slow",
  };
  service.dynamodb.inject(claimWrite, { kind: "answer", status: 400, body }, AWS_TRIES);
  const throttled = await service.api.create(BODY, "s22");
  expect(throttled.json).toMatchObject({ status: 503, title: "Service unavailable", retryable: true });
  expect(throttled.headers.get("retry-after")).toBeTruthy();
  expect(service.processor.passed).toHaveLength(0);
  expect(await service.item(idOf("s22"))).toEqual({});
  expect((await service.api.create(BODY, "s22")).status).toBe(201);
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

it("23: a rejected claim that has expired but is still readable is judged by its state", async () => {
  await service.api.create({ ...BODY, customerRef: "cus_none" }, "s23");
  later(40 * 24 * HOUR_MS);
  expect((await service.api.create(BODY, "s23")).status).toBe(201);
});

describe("28: a stale keep-alive socket that dies on the first call", () => {
  it("to the processor is tried again once, and one payment results", async () => {
    service.processor.inject(intentCreation, { kind: "drop_request" });
    expect((await service.api.create(BODY, "s28")).status).toBe(201);
    expect(await intentsFor("s28")).toHaveLength(1);
  });

  it("to the ledger is tried again", async () => {
    service.dynamodb.inject(authentication, { kind: "drop_request" });
    service.dynamodb.inject(claimWrite, { kind: "drop_request" });
    service.dynamodb.inject(claimCompletion, { kind: "drop_request" });
    expect((await service.api.create(BODY, "s28-ledger")).status).toBe(201);
    expect(await intentsFor("s28-ledger")).toHaveLength(1);
  });
});

it("a network that delivers every request twice still makes one payment", async () => {
  service.dynamodb.inject(claimWrite, { kind: "duplicate" });
  service.dynamodb.inject(claimCompletion, { kind: "duplicate" });
  service.processor.inject(intentCreation, { kind: "duplicate" });
  expect((await service.api.create(BODY, "twice")).status).toBe(201);
  expect(await intentsFor("twice")).toHaveLength(1);
});

it.each([
  [500, { id: "pi_of_a_proxy", object: "payment_intent" }],
  [502, {}],
  [403, { message: "Blocked by the egress proxy" }],
  [404, { message: "Blocked by the egress proxy" }],
])("an answer of %i that carries no error of the processor's is an unknown outcome", async (status, body) => {
  const key = randomUUID();
  service.processor.inject(intentCreation, { kind: "answer", status, body });
  const first = await service.api.create({ amountCents: 1000 }, key);
  expect(first).toMatchObject({ status: 503, json: { title: "Processor unavailable", retryable: true } });
  expect((await service.api.create({ amountCents: 1000 }, key)).status).toBe(201);
});
