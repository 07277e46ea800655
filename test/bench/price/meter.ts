import { SQSClient } from "@aws-sdk/client-sqs";
import { DynamoDBDocumentClient, GetCommand } from "@aws-sdk/lib-dynamodb";
import { currentFunction } from "../../../infra/local/current-function.ts";
import { type Key, TABLE } from "../../../shared/ledger/table.ts";
import { itemBytes } from "./item-size.ts";

type Item = Record<string, unknown>;

/** What one function has asked for, in the units that are billed. */
export type Metered = {
  invocations: number;
  calls: number;
  writeUnits: number;
  readUnits: number;
  queueRequests: number;
  logBytes: number;
  logLines: number;
};

const NOTHING: Metered = {
  invocations: 0,
  calls: 0,
  writeUnits: 0,
  readUnits: 0,
  queueRequests: 0,
  logBytes: 0,
  logLines: 0,
};

const meters = new Map<string, Metered>();
/** The largest that an item of each kind has been, in bytes. */
const largest = new Map<string, number>();

export function resetMeters(): void {
  meters.clear();
  largest.clear();
}

/** A function that was not seen at work has not been measured: that it costs nothing would be an error's price. */
export function meteredOf(functionName: string): Metered {
  const metered = meters.get(functionName);
  if (!metered?.invocations || metered.calls === 0) throw new Error(`${functionName} was not seen at work.`);
  return { ...metered };
}

export const largestItem = (kind: string): number => largest.get(kind) ?? 0;

/** Only what a function does counts: a test that looks, or this meter, costs nobody. */
function add(more: Partial<Metered>): void {
  const name = currentFunction.getStore();
  if (name === undefined) return;
  const sum = meters.get(name) ?? { ...NOTHING };
  for (const [unit, value] of Object.entries(more)) sum[unit as keyof Metered] += value;
  meters.set(name, sum);
}

type Command = { constructor: { name: string }; input: { Key?: Key; Item?: Item & Key; TableName?: string } };
type Answer = { Item?: Item; Items?: Item[]; Responses?: Record<string, Item[]> };
type Send = (this: DynamoDBDocumentClient, command: Command, ...rest: unknown[]) => Promise<Answer>;

/** Weighs everything that the functions of this process send to the table and the queues, and write to their logs. */
export function installMeters(): void {
  const run = currentFunction.run.bind(currentFunction);
  currentFunction.run = (name: string, invoke: (...given: unknown[]) => unknown, ...given: unknown[]) =>
    run(name, () => {
      add({ invocations: 1 });
      return invoke(...given);
    }) as never;
  const ledger = DynamoDBDocumentClient.prototype as unknown as { send: Send };
  const { send } = ledger;
  ledger.send = function metered(command, ...rest) {
    if (currentFunction.getStore() === undefined) return send.call(this, command, ...rest);
    const key = command.input.Key ?? command.input.Item;
    const isWrite = /^(Put|Update)Command$/.test(command.constructor.name);
    return isWrite && key
      ? weighWrite(this, send, { command, rest, key: { pk: key.pk, sk: key.sk } })
      : weighRead(send.call(this, command, ...rest));
  };
  const queue = SQSClient.prototype as unknown as { send: (...given: unknown[]) => unknown };
  const sendToQueue = queue.send;
  queue.send = function metered(...given) {
    add({ queueRequests: 1 });
    return sendToQueue.apply(this, given);
  };
  const write = process.stdout.write.bind(process.stdout);
  process.stdout.write = ((text: string | Uint8Array, ...rest: never[]) => {
    if (currentFunction.getStore() === undefined) return write(text, ...rest);
    add({ logBytes: Buffer.byteLength(text), logLines: 1 });
    return true;
  }) as typeof process.stdout.write;
}

async function weighWrite(
  client: DynamoDBDocumentClient,
  send: Send,
  { command, rest, key }: { command: Command; rest: unknown[]; key: Key },
): Promise<Answer> {
  const { TableName } = command.input;
  const look = async () =>
    (await send.call(client, new GetCommand({ TableName, Key: key, ConsistentRead: true }) as never)).Item;
  const before = await look();
  const answer = await send.call(client, command, ...rest).catch((error: unknown) => {
    // A write whose condition fails is billed by what stands in its way.
    add({ calls: 1, writeUnits: before ? Math.ceil(itemBytes(before) / 1024) : 1 });
    throw error;
  });
  const after = await look();
  const bytes = Math.max(before ? itemBytes(before) : 0, after ? itemBytes(after) : 0);
  const kind = key.sk.split("#")[0] ?? "";
  largest.set(kind, Math.max(largestItem(kind), bytes));
  add({ calls: 1, writeUnits: Math.ceil(bytes / 1024) + indexWrites(before, after) });
  return answer;
}

/** An entry of an index that appears or goes is one write, one whose keys change is two. Entries are small. */
const indexWrites = (before: Item | undefined, after: Item | undefined): number =>
  TABLE.indexes
    .map(({ partitionKey, sortKey }) => {
      const [old, fresh] = [before, after].map((item) => entryOf(item, partitionKey, sortKey));
      if (old === fresh) return 0;
      return old && fresh ? 2 : 1;
    })
    .reduce<number>((sum, writes) => sum + writes, 0);

const entryOf = (item: Item | undefined, partitionKey: string, sortKey: string): string | undefined =>
  item?.[partitionKey] === undefined || item[sortKey] === undefined
    ? undefined
    : `${item[partitionKey]} ${item[sortKey]}`;

const READ_BYTES = 4096;

/** Items read by their keys are billed one by one; a query by the sum of what it went through. */
async function weighRead(reading: Promise<Answer>): Promise<Answer> {
  const answer = await reading;
  const byKey = [...(answer.Item ? [answer.Item] : []), ...Object.values(answer.Responses ?? {}).flat()];
  const queried = (answer.Items ?? []).reduce((sum, item) => sum + itemBytes(item), 0);
  const units = byKey.reduce((sum, item) => sum + Math.ceil(itemBytes(item) / READ_BYTES), 0);
  // What is not there costs as much as something small; an index is read at half the price.
  const isQuery = answer.Items !== undefined;
  add({
    calls: 1,
    readUnits: isQuery ? Math.max(0.5, Math.ceil(queried / READ_BYTES) / 2) : Math.max(1, units),
  });
  return answer;
}
