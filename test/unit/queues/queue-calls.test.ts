import { beforeEach, describe, expect, it, vi } from "vitest";
import { fakeQueues, type QueueCall } from "../../support/fake-queues.ts";

/* What goes to SQS, as its own commands, and what becomes of its answers. */
vi.stubEnv("AWS_REGION", "eu-west-1");
for (const queue of ["CALLBACK", "DEAD_LETTER", "OPEN_WORK", "RECONCILIATION"])
  vi.stubEnv(`${queue}_QUEUE_URL`, `https://sqs.example/${queue}`);
const queue = await import("../../../shared/queues/queue.ts");
const letters = await import("../../../shared/queues/dead-letters.ts");

let answer: (call: QueueCall) => object = () => ({});
const calls = fakeQueues(queue.queueClient, (call) => answer(call));
const urlOf = (name: string) => `https://sqs.example/${name}`;
const UNREACHABLE = { code: "service_unavailable", extras: { retryAfterSeconds: 1 } };

beforeEach(() => {
  calls.length = 0;
  answer = () => ({});
});

const callback = (nth: number) => ({
  ...{ eventId: `evt_${nth}`, endpointId: "ep_1", deliveryRound: 1, merchantId: "mer_1" },
});

describe("a callback's message", () => {
  const message = {
    MessageBody: '{"eventId":"evt_1","endpointId":"ep_1","deliveryRound":1}',
    MessageGroupId: "mer_1/ep_1",
  };

  it("21: has its endpoint as its group, and is delayed only where it is to wait", async () => {
    await queue.sendCallback(callback(1));
    await queue.sendCallbacks([callback(1), { ...callback(1), delaySeconds: 1 }]);
    const QueueUrl = urlOf("CALLBACK");
    const Entries = [
      { Id: "0", ...message },
      { Id: "1", ...message, DelaySeconds: 1 },
    ];
    expect(calls.map(({ input }) => input)).toEqual([
      { QueueUrl, ...message },
      { QueueUrl, Entries },
    ]);
  });

  it("a callback's message that has failed too often goes to the dead letters as it was", async () => {
    await queue.sendDeadLetter(callback(1));
    expect(calls.map(({ input }) => input)).toEqual([{ QueueUrl: urlOf("DEAD_LETTER"), ...message }]);
  });

  it("is sent with others, ten to a call, each once", async () => {
    await queue.sendCallbacks(Array.from({ length: 21 }, (_, nth) => callback(nth)));
    const batches = calls.map(({ input }) => input.Entries as { Id: string; MessageBody: string }[]);
    expect(batches.map(({ length }) => length)).toEqual([10, 10, 1]);
    const sent = batches.flat().map(({ MessageBody }) => JSON.parse(MessageBody).eventId);
    expect(sent).toEqual(Array.from({ length: 21 }, (_, nth) => `evt_${nth}`));
    for (const batch of batches) expect(new Set(batch.map(({ Id }) => Id)).size).toBe(batch.length);
  });

  it("is not taken for sent where the queue rejects a part of its batch", async () => {
    answer = () => ({ Failed: [{ Id: "1" }] });
    await expect(queue.sendCallbacks([callback(1), callback(2)])).rejects.toMatchObject(UNREACHABLE);
    answer = () => ({ Failed: [] });
    await queue.sendCallbacks([callback(1)]);
  });

  it("is none of ours to send where there is none", async () => {
    await queue.sendCallbacks([]);
    expect(calls).toEqual([]);
  });
});

it("a callback to a further endpoint is in that endpoint's group: the merchant's other endpoints do not wait for it", async () => {
  await queue.sendCallback({ eventId: "evt_1", deliveryRound: 1, merchantId: "mer_1", endpointId: "ep_1" });
  const [{ input }] = calls as [QueueCall];
  expect(input.MessageGroupId).toBe("mer_1/ep_1");
});

it("a visit's message has the merchant as its group, and is not delayed", async () => {
  const thing = { pk: "PAYMENT#1", sk: "PAYMENT", visit: 2 };
  await queue.sendVisits([{ ...thing, merchantId: "mer_1" }]);
  const [{ input }] = calls as [QueueCall];
  expect(input.QueueUrl).toBe(urlOf("OPEN_WORK"));
  const [entry] = input.Entries as [{ MessageGroupId: string; MessageBody: string }];
  expect(entry.MessageGroupId).toBe("mer_1");
  expect(JSON.parse(entry.MessageBody)).toEqual(thing);
  expect(entry).not.toHaveProperty("DelaySeconds");
});

it("a reconciliation's message has its endpoint as its group, and is not delayed", async () => {
  const job = { kind: "statement", merchantId: "mer_1", date: "2026-01-05" } as const;
  await queue.sendReconciliations([job]);
  expect(calls.map(({ input }) => input)).toEqual([
    {
      QueueUrl: urlOf("RECONCILIATION"),
      Entries: [{ Id: "0", MessageBody: JSON.stringify(job), MessageGroupId: "mer_1" }],
    },
  ]);
});

it("a message that comes back later is hidden in its own queue for as long as was said", async () => {
  await queue.hideCallback("one", 5);
  await queue.hideVisit("two", 6);
  await queue.hideReconciliation("three", 7);
  expect(calls.map(({ input }) => input)).toEqual([
    { QueueUrl: urlOf("CALLBACK"), ReceiptHandle: "one", VisibilityTimeout: 5 },
    { QueueUrl: urlOf("OPEN_WORK"), ReceiptHandle: "two", VisibilityTimeout: 6 },
    { QueueUrl: urlOf("RECONCILIATION"), ReceiptHandle: "three", VisibilityTimeout: 7 },
  ]);
});

it("whatever keeps us from the queue is for the caller one thing: not now", async () => {
  answer = () => {
    throw new Error("ECONNRESET");
  };
  await expect(queue.sendCallback(callback(1))).rejects.toMatchObject(UNREACHABLE);
  await expect(queue.hideCallback("one", 5)).rejects.toMatchObject(UNREACHABLE);
  await expect(letters.purgeDeadLetters()).rejects.toMatchObject(UNREACHABLE);
});

describe("dead letters", () => {
  it("are removed all at once", async () => {
    await letters.purgeDeadLetters();
    expect(calls).toMatchObject([
      { command: "PurgeQueueCommand", input: { QueueUrl: urlOf("DEAD_LETTER") } },
    ]);
  });

  it("are counted as the queue counts them, and none where it says nothing", async () => {
    answer = ({ input }) => ({
      Attributes: Object.fromEntries((input.AttributeNames as string[]).map((name) => [name, "7"])),
    });
    expect(await letters.countDeadLetters()).toBe(7);
    answer = () => ({});
    expect(await letters.countDeadLetters()).toBe(0);
  });
});
