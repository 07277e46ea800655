import { GetQueueAttributesCommand, PurgeQueueCommand, SQSClient } from "@aws-sdk/client-sqs";
import { paginateScan } from "@aws-sdk/lib-dynamodb";
import { beforeEach, vi } from "vitest";
import { FUNCTIONS, type QueueName } from "../../infra/topology.ts";
import { dateOf } from "../../shared/domain/finance/day.ts";
import { type Key, keyOf } from "../../shared/ledger/table.ts";
import { changeItem, OFF_THE_LIST, readItem } from "./ledger-edits.ts";
import type { LocalService } from "./local-service.ts";

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;

/** Moves every clock of this process ahead. */
export const later = (milliseconds: number): void => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + milliseconds });
};

/** Of the next day, by a clock that runs: what a test sells and moves must be of one day's statement. */
export function beginInTheMorning(): void {
  const now = Date.parse(dateOf(Date.now() + 24 * HOUR_MS)) + 6 * HOUR_MS;
  vi.useFakeTimers({ toFake: ["Date"], shouldAdvanceTime: true, now });
}

/** Invokes the sweep as the schedule does. */
export async function runSweep(service: LocalService): Promise<void> {
  const handler = service.stack.handlers.get("sweep") as unknown as (
    event: object,
    context: { getRemainingTimeInMillis: () => number },
  ) => Promise<void>;
  await handler({}, { getRemainingTimeInMillis: () => 60_000 });
}

/**
 * Whether no visit waits or is under way. To be waited for before the clock moves again: a message that was worked on,
 * but not yet deleted, would come back by the jump.
 */
export const noVisitsLeft = (service: LocalService): Promise<boolean> => isWorkedOff(service, "open-work");

/** Whether a queue's function has come to its end with every message. */
export async function isWorkedOff(service: LocalService, queue: QueueName): Promise<boolean> {
  const sqs = new SQSClient({ endpoint: service.stack.sqsUrl });
  const { Attributes = {} } = await sqs.send(
    new GetQueueAttributesCommand({
      QueueUrl: service.stack.queueUrlOf(queue),
      AttributeNames: ["ApproximateNumberOfMessages", "ApproximateNumberOfMessagesNotVisible"],
    }),
  );
  sqs.destroy();
  return Object.values(Attributes).every((number) => number === "0");
}

/** Sweeps again and again, as the schedule does, until something is so. */
export const sweepUntil = (service: LocalService, isSo: () => Promise<boolean>): Promise<void> =>
  service.eventually(async () => {
    // One that fails is repeated by the next, as it is by the schedule.
    await runSweep(service).catch(() => undefined);
    // Request headers arrives meanwhile; sweeping without a pause would send it again and again.
    for (let look = 0; look < 10; look++) {
      if (await isSo()) return true;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    return false;
  });

/** Invokes the function that makes visits, as the poller does. */
export async function visitByMessage(
  service: LocalService,
  { pk, sk }: { pk: string; sk: string },
): Promise<void> {
  const handler = service.stack.handlers.get("open-work") as unknown as (
    event: object,
    context: { getRemainingTimeInMillis: () => number },
  ) => Promise<unknown>;
  const Records = [{ messageId: "m", receiptHandle: "r", body: JSON.stringify({ pk, sk, visit: 1 }) }];
  await handler({ Records }, { getRemainingTimeInMillis: () => 120_000 });
}

export type OpenItem = { pk: string; sk: string; dueShard: string; dueSort: string; dueStep: number };

/** The keys of everything on the due list: a look at its index is many times cheaper than one at the table. */
async function openKeys({ table, stack: { tableName } }: LocalService): Promise<Key[]> {
  const keys: Key[] = [];
  for await (const { Items = [] } of paginateScan(
    { client: table },
    { TableName: tableName, IndexName: "due" },
  ))
    keys.push(...(Items as OpenItem[]).map(keyOf));
  return keys;
}

/** Everything that stands on the due list. */
export async function openItems(service: LocalService): Promise<OpenItem[]> {
  const { table, stack } = service;
  const keys = await openKeys(service);
  const items = await Promise.all(keys.map((key) => readItem({ table, tableName: stack.tableName }, key)));
  return (items as OpenItem[]).filter(({ dueSort }) => dueSort !== undefined);
}

export const isOpen = async (service: LocalService, pk: string): Promise<boolean> =>
  (await openKeys(service)).some((key) => key.pk === pk);

/**
 * For the top of a file whose tests sweep or move the clock, after useService: what earlier tests have left on the due
 * list, or hidden in a queue, would be due as well, and meet the faults, counts and clock of a test that is not theirs.
 */
export function forgetOpenWork(service: LocalService): void {
  beforeEach(async () => {
    const { table, stack } = service;
    const { tableName } = stack;
    for (const key of await openKeys(service)) await changeItem({ table, tableName }, key, OFF_THE_LIST);
    const sqs = new SQSClient({ endpoint: stack.sqsUrl });
    for (const { consumes } of FUNCTIONS)
      if (consumes) await sqs.send(new PurgeQueueCommand({ QueueUrl: stack.queueUrlOf(consumes.queue) }));
    sqs.destroy();
  });
}
