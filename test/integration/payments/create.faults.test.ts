import { randomUUID } from "node:crypto";
import { expect, it, vi } from "vitest";
import { paymentIdFor } from "../../../shared/domain/id.ts";
import { shortenDeadlines } from "../../support/deadlines.ts";
import { AWS_TRIES, PROCESSOR_TRIES } from "../../support/sdk-tries.ts";
import { useService } from "../../support/use-service.ts";
import { claimCompletion, claimWrite, intentCreation, ledgerWrite } from "../../support/wire-calls.ts";

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

it("28: a call to the processor whose stale keep-alive socket dies is tried again once, and one payment results", async () => {
  service.processor.inject(intentCreation, { kind: "drop_request" });
  expect((await service.api.create(BODY, "s28")).status).toBe(201);
  expect(await intentsFor("s28")).toHaveLength(1);
});
