import type { PutCommandInput, QueryCommandInput, UpdateCommandInput } from "@aws-sdk/lib-dynamodb";
import { type Key, TABLE } from "../../../shared/ledger/table.ts";
import {
  type Compiled,
  compileCondition,
  compileUpdate,
  remember,
  ValidationException,
} from "./expressions.ts";
import { IndexView } from "./index-view.ts";
import type { Walk } from "./sorted-entries.ts";
import { copy, fitsEasily, type Item, orderOfText, sizeOfItem, UnknownToFake } from "./values.ts";

export type Write = { written: true; item: Item } | { written: false; existing: Item | undefined };

export type ConditionInput = Pick<
  PutCommandInput,
  "ConditionExpression" | "ExpressionAttributeNames" | "ExpressionAttributeValues"
>;
export type UpdateInput = Omit<UpdateCommandInput, "TableName" | "Key">;
export type QueryInput = Omit<QueryCommandInput, "TableName">;

type Range = Walk & { partition: string };

const MAX_ITEM_BYTES = 400 * 1024;

const KNOWN_TO_WRITES = new Set([
  "ConditionExpression",
  "UpdateExpression",
  "ExpressionAttributeNames",
  "ExpressionAttributeValues",
  "ReturnValues",
]);
const KNOWN_TO_QUERIES = new Set([
  "KeyConditionExpression",
  "ExpressionAttributeNames",
  "ExpressionAttributeValues",
  "IndexName",
  "ScanIndexForward",
  "ConsistentRead",
  "Limit",
]);

/** When an index sees a write that is made now, and what time it is. */
export type TableClock = { now: () => number; indexLagMs: () => number };

/** Called with every change: what was, and what is. */
export type OnWrite = (before: Item | undefined, after: Item) => void;

/** What is read carries its key, and must not be written back with it. */
function requireKeyKept(changed: readonly string[]): void {
  const part = changed.find((name) => name === "pk" || name === "sk");
  if (part !== undefined)
    throw new ValidationException(`Cannot update attribute ${part}. This attribute is part of the key`);
}

/** The one table in memory, with DynamoDB's semantics. Synchronous: when a call is applied is the caller's affair. */
export class FakeTable {
  private readonly partitions = new Map<string, Map<string, Item>>();
  private readonly indexes = new Map(TABLE.indexes.map((spec) => [spec.name as string, new IndexView(spec)]));
  private readonly clock: TableClock;
  private readonly onWrite: OnWrite;

  constructor(clock: TableClock, onWrite: OnWrite = () => {}) {
    this.clock = clock;
    this.onWrite = onWrite;
  }

  get(key: Key): Item | undefined {
    return this.peek(key);
  }

  peek = ({ pk, sk }: Key): Item | undefined => this.partitions.get(pk)?.get(sk);

  all = (): Item[] => [...this.partitions.values()].flatMap((partition) => [...partition.values()]);

  put(given: Item & Key, condition: ConditionInput): Write {
    requireKnown(condition, KNOWN_TO_WRITES);
    const item = copy(given) as Item & Key;
    const { names, values } = substitutesOf(condition);
    const judge = condition.ConditionExpression ? compileCondition(condition.ConditionExpression) : undefined;
    requireUsed({ names, values }, [judge]);
    requireStorable(item, "Item size has exceeded the maximum allowed size");
    const before = this.peek(item);
    if (judge && !judge.run(before, { names, values })) return { written: false, existing: before };
    this.store(before, item);
    return { written: true, item: given };
  }

  update(key: Key, update: UpdateInput): Write {
    requireKnown(update, KNOWN_TO_WRITES);
    const { names, values } = substitutesOf(update);
    const judge = update.ConditionExpression ? compileCondition(update.ConditionExpression) : undefined;
    const change = compileUpdate(update.UpdateExpression ?? "");
    requireUsed({ names, values }, [judge, change]);
    const before = this.peek(key);
    if (judge && !judge.run(before, { names, values })) return { written: false, existing: before };
    const base = before ?? { pk: key.pk, sk: key.sk };
    const { set, removed } = change.run(base, { names, values });
    requireKeyKept([...Object.keys(set), ...removed]);
    const item = Object.freeze({ ...without(base, removed), ...set }) as Item & Key;
    requireStorable(item, "Item size to update has exceeded the maximum allowed size");
    this.store(before, item);
    return { written: true, item };
  }

  query(query: QueryInput): Item[] {
    requireKnown(query, KNOWN_TO_QUERIES);
    return this.matching(query, query.Limit);
  }

  count = (query: QueryInput): number => this.matching(query).length;

  private matching(query: QueryInput, limit = Number.POSITIVE_INFINITY): Item[] {
    const found: Item[] = [];
    this.walk(query, this.rangeOf(query), (item) => {
      found.push(item);
      return found.length < limit ? "go on" : "enough";
    });
    return found;
  }

  private walk(
    { IndexName, ConsistentRead }: QueryInput,
    { partition, ...range }: Range,
    visit: (item: Item) => "go on" | "enough",
  ): void {
    if (IndexName !== undefined) {
      const index = this.indexes.get(IndexName);
      if (!index) throw new ValidationException(`The table does not have the specified index: ${IndexName}`);
      if (ConsistentRead)
        throw new ValidationException("Consistent reads are not supported on global secondary indexes");
      index.walk(partition, this.clock.now(), range, visit);
      return;
    }
    const items = [...(this.partitions.get(partition)?.values() ?? [])].filter(
      ({ sk }) => String(sk) >= range.from && String(sk) <= range.to,
    );
    items.sort((one, other) => orderOfText(String(one.sk), String(other.sk)));
    if (!range.isForward) items.reverse();
    items.some((item) => visit(item) === "enough");
  }

  private rangeOf(query: QueryInput): Range {
    const substitutes = substitutesOf(query);
    const { names, values } = substitutes;
    const key = keyConditionOf(query.KeyConditionExpression ?? "");
    requireUsed(substitutes, [key]);
    const [partition, sort] = KEYS.get(query.IndexName) ?? [];
    const isOfIndex = names[key.partition] === partition && (!key.sort || names[key.sort] === sort);
    const wanted = values[key.is];
    if (!isOfIndex || typeof wanted !== "string")
      throw new UnknownToFake(`the query "${query.KeyConditionExpression}"`);
    const textOf = (name = ""): string | undefined => values[name] as string | undefined;
    const [from, to] = [textOf(key.from), textOf(key.to)];
    if (from !== undefined && to !== undefined && from > to)
      throw new ValidationException("The BETWEEN operator requires upper bound >= lower bound");
    const after = textOf(key.after);
    return {
      partition: wanted,
      // The text that comes next.
      from: after === undefined ? (from ?? "") : `${after}\0`,
      to: to ?? "\uffff",
      isForward: query.ScanIndexForward !== false,
    };
  }

  private store(before: Item | undefined, item: Item & Key): void {
    const partition = this.partitions.get(item.pk) ?? new Map<string, Item>();
    this.partitions.set(item.pk, partition);
    partition.set(item.sk, item);
    for (const index of this.indexes.values())
      index.change(before, item, this.clock.now() + this.clock.indexLagMs());
    this.onWrite(before, item);
  }

  /** As a restore from a backup does it: no writer has written it. */
  restore(item: Item & Key): void {
    const before = this.peek(item);
    const partition = this.partitions.get(item.pk) ?? new Map<string, Item>();
    this.partitions.set(item.pk, partition.set(item.sk, item));
    for (const index of this.indexes.values()) index.change(before, item, this.clock.now());
  }

  /** As the table's time to live does it, which is late or never. */
  expire(key: Key): void {
    const before = this.peek(key);
    if (!before) return;
    this.partitions.get(key.pk)?.delete(key.sk);
    for (const index of this.indexes.values())
      index.change(before, undefined, this.clock.now() + this.clock.indexLagMs());
  }
}

/** Never by `delete`: an object that has lost a property is slow to read and to copy from then on. */
function without(item: Item, names: string[]): Item {
  let rest = item;
  for (const name of names)
    if (name in rest) {
      const { [name]: _, ...others } = rest;
      rest = others;
    }
  return rest;
}

const substitutesOf = (
  input: Pick<QueryInput, "ExpressionAttributeNames" | "ExpressionAttributeValues">,
) => ({
  names: input.ExpressionAttributeNames ?? {},
  values: (input.ExpressionAttributeValues ?? {}) as Record<string, unknown>,
});

function requireKnown(input: object, known: ReadonlySet<string>): void {
  for (const name of Object.keys(input)) if (!known.has(name)) throw new UnknownToFake(`the setting ${name}`);
}

const KEYS = new Map<string | undefined, readonly string[]>([
  [undefined, [TABLE.partitionKey, TABLE.sortKey]],
  ...TABLE.indexes.map(({ name, partitionKey, sortKey }) => [name, [partitionKey, sortKey]] as const),
]);

/** Every query names its partition, and at most one stretch of its sort keys. */
const KEY_CONDITION =
  /^(?<partition>#\w+) = (?<is>:\w+)(?: AND (?<sort>#\w+) (?:BETWEEN (?<from>:\w+) AND (?<to>:\w+)|> (?<after>:\w+)))?$/;

type KeyCondition = { partition: string; is: string } & Partial<
  Record<"sort" | "from" | "to" | "after", string>
>;

const keyConditionOf = remember((expression): KeyCondition & { uses: ReadonlySet<string> } => {
  const found = KEY_CONDITION.exec(expression)?.groups;
  if (!found) throw new UnknownToFake(`the query "${expression}"`);
  const { partition = "", is = "", ...rest } = found;
  const uses = new Set([...Object.values(found)].filter((name) => name !== undefined));
  return { partition, is, ...rest, uses };
});

type Used = Pick<Compiled<unknown>, "uses"> | undefined;

/** Given and not used, or used and not given: both are rejected before anything is looked at. */
function requireUsed({ names, values }: ReturnType<typeof substitutesOf>, expressions: Used[]): void {
  for (const given of [names, values])
    for (const name in given)
      if (!expressions.some((expression) => expression?.uses.has(name)))
        throw new ValidationException(`${name} is given and unused in expressions`);
  for (const expression of expressions)
    for (const name of expression?.uses ?? [])
      if (!(name in names) && values[name] === undefined)
        throw new ValidationException(`${name} is used and not defined`);
}

const INDEX_KEYS = TABLE.indexes.flatMap(({ partitionKey, sortKey }) => [partitionKey, sortKey]);

function requireStorable(item: Item, tooLarge: string): void {
  for (const name of INDEX_KEYS) {
    const value = item[name];
    if (value !== undefined && (typeof value !== "string" || value === ""))
      throw new ValidationException(`The key ${name} of an index must be text`);
  }
  if (!fitsEasily(item, MAX_ITEM_BYTES) && sizeOfItem(item) > MAX_ITEM_BYTES)
    throw new ValidationException(tooLarge);
}
