import { randomUUID } from "node:crypto";
import type { SQSBatchResponse, SQSEvent } from "aws-lambda";
import { expect, it } from "vitest";
import { redeliveryDelaySeconds } from "../../../shared/domain/callback-schedule.ts";
import type { RecoveryJob } from "../../../shared/domain/recovery.ts";
import { putEvents } from "../../support/events.ts";
import { useService, useShop } from "../../support/use-service.ts";
import { ledgerQuery, queueBatch, recoverySend, redeliveryStart } from "../../support/wire-calls.ts";

/** A recovery that dies on its way is finished by its next run, and sends nothing twice. */
const service = useService({ retryScale: 100_000, muted: true });
const shop = useShop(service);

/** Invokes the recovery function as the poller would. */
const run = (job: Partial<RecoveryJob> | string): Promise<SQSBatchResponse> => {
  const handler = service.stack.handlers.get("recovery") as unknown as (
    event: SQSEvent,
  ) => Promise<SQSBatchResponse>;
  const body = typeof job === "string" ? job : JSON.stringify(job);
  return handler({ Records: [{ messageId: "m", receiptHandle: "r", body }] } as unknown as SQSEvent);
};

const KEPT = { batchItemFailures: [{ itemIdentifier: "m" }] };
const DONE = { batchItemFailures: [] };

const all = (): RecoveryJob => ({
  merchantId: shop.merchantId,
  sinceMs: 0,
  untilMs: Date.now() + 1000,
  states: ["dead", "held"],
});

async function dead(count: number): Promise<string[]> {
  const made = Array.from({ length: count }, () => `evt_${randomUUID().replaceAll("-", "")}`);
  const { merchantId } = shop;
  const now = Date.now();
  const events = made.map((eventId, index) => ({ eventId, merchantId, receivedAt: now - index * 1000 }));
  await putEvents(
    service,
    events.map((event) => ({ ...event, delivery: "dead" })),
  );
  return made;
}

const received = () => shop.receiver.received.map(({ eventId }) => eventId).toSorted();

it("the queue is away: the job is kept, and its next run sends what the first had begun", async () => {
  const made = await dead(12);
  service.sqs.inject(queueBatch, { kind: "drop_request" }, 6);
  expect(await run(all())).toEqual(KEPT);
  expect(received()).toEqual([]);
  expect(await run(all())).toEqual(DONE);
  await shop.receiver.until(12);
  expect(received()).toEqual(made.toSorted());
});

it("a part of a batch is refused: that is a failure, not a loss", async () => {
  const made = await dead(3);
  const Failed = [{ Id: "1", SenderFault: false, Code: "InternalError" }];
  service.sqs.inject(queueBatch, { kind: "answer", status: 200, body: { Successful: [], Failed } });
  expect(await run(all())).toEqual(KEPT);
  expect(await run(all())).toEqual(DONE);
  await shop.receiver.until(3);
  expect(received()).toEqual(made.toSorted());
});

it("a new generation is written, its reply lost: the event is sent, once", async () => {
  const made = await dead(2);
  service.dynamodb.inject(redeliveryStart, { kind: "drop_reply" }, 2);
  expect(await run(all())).toEqual(DONE);
  await shop.receiver.until(2);
  expect(received()).toEqual(made.toSorted());
});

it("sent, but not noted: a second run may send again, the server hears it once", async () => {
  const made = await dead(2);
  service.dynamodb.inject(redeliveryStart, { kind: "drop_request" }, 6);
  expect(await run(all())).toEqual(KEPT);
  expect(await run(all())).toEqual(DONE);
  for (const id of made)
    await service.eventually(async () => (await service.eventItem(id)).delivery === "delivered");
  expect(received()).toEqual(made.toSorted());
});

it("two runs of one job at once start one generation each", async () => {
  const made = await dead(20);
  await Promise.all([run(all()), run(all()), run(all())]);
  for (const id of made)
    await service.eventually(async () => (await service.eventItem(id)).delivery === "delivered");
  expect(received()).toEqual(made.toSorted());
  for (const id of made) expect((await service.eventItem(id)).generation).toBe(2);
});

it("more than one run may hold is bounded, and goes on by itself from where it stopped", async () => {
  const { merchantId } = shop;
  const now = Date.now();
  const delivered = Array.from({ length: 1050 }, (_, index) => ({
    eventId: `evt_${index}of${merchantId.slice(4)}`,
    merchantId,
    receivedAt: now - index * 1000,
    delivery: "delivered" as const,
  }));
  await putEvents(service, delivered);
  const oldest = `evt_oldest${merchantId.slice(4)}`;
  await putEvents(service, [{ eventId: oldest, merchantId, receivedAt: now - 10_000_000, delivery: "dead" }]);
  expect(await run(all())).toEqual(DONE);
  expect((await service.eventItem(oldest)).delivery).toBe("dead");
  const onward = service.sqs.passed.filter(recoverySend);
  expect(onward).toHaveLength(1);
  await service.eventually(async () => (await service.eventItem(oldest)).delivery === "delivered");
  // Not those of the sweep, which looks through the whole ledger's due list.
  const queries = service.dynamodb.passed.filter(
    (passing) => ledgerQuery(passing) && passing.body.includes(merchantId),
  );
  // Ten in the first run, and one in the second.
  expect(queries).toHaveLength(11);
});

it("a long backlog is sent at a pace that a server which has just come back can bear", async () => {
  await dead(101);
  await run(all());
  const delays = service.sqs.passed
    .filter(queueBatch)
    .flatMap(({ body }) => JSON.parse(body).Entries as { DelaySeconds: number }[])
    .map(({ DelaySeconds }) => DelaySeconds);
  const soonest = Math.min(...delays);
  const paced = Array.from({ length: 101 }, (_, n) => soonest + redeliveryDelaySeconds(n));
  expect(delays.toSorted((a, b) => a - b)).toEqual(paced);
  expect(Math.max(...delays)).toBeGreaterThan(soonest);
});

it.each([
  ["no JSON", "{"],
  ["no merchant", JSON.stringify({ sinceMs: 0, untilMs: 1, states: ["dead"] })],
  [
    "no state that can be recovered",
    JSON.stringify({ merchantId: "m", sinceMs: 0, untilMs: 1, states: ["x"] }),
  ],
  ["a time that is none", JSON.stringify({ merchantId: "m", sinceMs: "0", untilMs: 1, states: ["dead"] })],
])("a message with %s is kept, for the dead letters", async (_, body) => {
  expect(await run(body)).toEqual(KEPT);
});
