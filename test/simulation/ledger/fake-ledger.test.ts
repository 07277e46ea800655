import { beforeAll, describe, expect, it } from "vitest";
import * as expressions from "../../../shared/ledger/expressions.ts";
import { type IndexName, type Key, keySchemaOf, TABLE } from "../../../shared/ledger/table.ts";
import { seededRandom } from "../../support/seeded-random.ts";
import { EmbeddedTable, type Outcome } from "./embedded-table.ts";
import { ValidationException } from "./expressions.ts";
import { type ConditionInput, FakeTable, type UpdateInput } from "./fake-table.ts";
import type { Item } from "./values.ts";

const OPERATIONS = 1_500;
const SEED = 20_260_101;
const random = seededRandom(SEED);
const below = (limit: number): number => Math.floor(random() * limit);
const oneOf = <T>(all: readonly T[]): T => all[below(all.length)] as T;
const happens = (share: number): boolean => random() < share;
const some = <T>(all: readonly T[]): T[] => all.filter(() => happens(0.3));

const embedded = new EmbeddedTable();
const fake = new FakeTable({ now: () => 0, indexLagMs: () => 0 });

beforeAll(() => embedded.create());

/** What the ledger stores in an attribute. A map's own attributes are named "map.part". */
const text = (): string => oneOf(["", "a", "ab", "b", "é"]);
const number = (): number => oneOf([-1, 0, 1, 1.5]);
const bytes = (): Buffer => Buffer.from([below(2)]);
const scalar = (): unknown => oneOf([text, number, bytes, () => happens(0.5), () => null])();
const list = (): unknown[] => Array.from({ length: below(3) }, scalar);
const map = (): Item => ({
  ...(happens(0.7) && { part: scalar() }),
  ...(happens(0.5) && { rest: scalar() }),
});

/** An attribute mostly has values of one kind, as the ledger's have. */
const KINDS: Record<string, () => unknown> = { a: bytes, status: text, size: number, b2: number };
const storedIn = (name: string): unknown =>
  happens(0.7) ? (KINDS[name] ?? scalar)() : oneOf([scalar, list, map])();
const scalarOf = (name: string): unknown => (happens(0.7) ? (KINDS[name] ?? scalar)() : scalar());

const NAMES = Object.keys(KINDS);
const paths = (): string[] => [...NAMES, oneOf(["map.part", "map.rest"]), "list"];

/** Of every kind that the ledger's conditions have. */
function randomTest(name: string): unknown {
  const compared = () => (KINDS[name] === number ? number() : oneOf<() => unknown>([text, number])());
  return oneOf([
    () => expressions.absent,
    () => expressions.present,
    () => scalarOf(name),
    () => expressions.not(scalarOf(name)),
    () => expressions.atMost(compared()),
    () => expressions.below(compared()),
    () => expressions.above(compared()),
    () => expressions.absentOr(scalarOf(name)),
    () => expressions.absentOr(expressions.below(compared())),
    () => expressions.contains(text()),
    () => expressions.lacks(text()),
    ...(name === "list" ? [() => expressions.ungrown(list())] : []),
  ])();
}

const testsOf = (names: readonly string[]): object =>
  Object.fromEntries(names.map((name) => [name, randomTest(name)]));

function randomCondition(): expressions.Conditions<Item> {
  const tests = testsOf([oneOf(paths()), ...some(paths())].slice(0, 2));
  if (happens(0.3))
    return [tests, { anyOf: [testsOf([oneOf(paths())]), testsOf([oneOf(paths())])] }] as never;
  return oneOf([tests, tests, expressions.RECORDED, expressions.UNSEEN]) as never;
}

/** Added to, and never read in the same update: the embedded DynamoDB would read the sum, which is its own fault. */
const ADDED = "b2";

/** Each attribute is set, removed, added to, or left alone. */
function randomChange(): expressions.Change<Item> {
  const changed = some([...NAMES, ...some(["map.part", "map.rest"]), "list"]);
  const parts = { set: {} as Item, remove: [] as string[], add: {} as Item };
  for (const name of changed.length > 0 ? changed : ["a"])
    oneOf([
      () => (parts.set[name] = storedIn(name)),
      () => (parts.set[name] = expressions.ifAbsent(storedIn(name))),
      () => (parts.set[name] = expressions.appended(scalar())),
      () => parts.remove.push(name),
      () => {
        if (name === ADDED) parts.add[name] = number();
        else parts.remove.push(name);
      },
    ])();
  return { ...parts, onlyIf: happens(0.7) ? randomCondition() : [] } as never;
}

function randomItem(key: Key): Item & Key {
  const attributes = NAMES.filter(() => happens(0.7)).map((name) => [name, storedIn(name)]);
  return {
    ...key,
    ...Object.fromEntries(attributes),
    ...(happens(0.7) && { map: oneOf([map, map, scalar])() }),
    ...(happens(0.5) && { list: oneOf([list, list, scalar])() }),
  };
}

describe("the fake ledger against the embedded DynamoDB", () => {
  it("does the same with every form of the ledger's conditions and updates, whatever stands in the table", async () => {
    const outcomes = new Map<string, number>();
    for (let operation = 0; operation < OPERATIONS; operation++) {
      const kind = await compareWrite(operation);
      outcomes.set(kind, (outcomes.get(kind) ?? 0) + 1);
    }
    // A comparison in which nothing is ever written, or nothing ever rejected, compares nothing.
    for (const kind of ["written", "rejected", "invalid"])
      expect(outcomes.get(kind) ?? 0, kind).toBeGreaterThan(OPERATIONS / 12);
    // Nothing but computing: on a busy machine it takes many times as long.
  }, 120_000);

  it("does the same with every form of the ledger's queries, in the table and in each index", async () => {
    let found = 0;
    for (let operation = 0; operation < 300; operation++) found += await compareQuery(operation);
    expect(found).toBeGreaterThan(300);
  }, 120_000);

  it("gives the names of a map back in another order than they were written in, however often", () => {
    const key = { pk: "MAP", sk: "MAP" };
    const namesOf = () => {
      const { map: stored } = fake.get(key) as { map: { b: object } };
      return [Object.keys(stored), Object.keys(stored.b)];
    };
    const backwards = [
      ["b", "a"],
      ["d", "c"],
    ];
    fake.put({ ...key, map: { a: 1, b: { c: 2, d: 3 } } }, {});
    expect(namesOf()).toEqual(backwards);
    fake.update(key, updateOf({ set: { map: fake.get(key)?.map }, onlyIf: [] }));
    expect(namesOf()).toEqual(backwards);
  });

  it("rejects a write of a part of the key, as DynamoDB does", async () => {
    const key = { pk: "a", sk: "b" };
    const input = updateOf({ set: { pk: "a" }, onlyIf: [] });
    expect(() => fake.update(key, input)).toThrow("part of the key");
    expect(await embedded.update(key, input)).toMatchObject({ kind: "invalid" });
  });

  it("rejects what is given and not used, and what is used and not given, as DynamoDB does", async () => {
    const key = { pk: "a", sk: "b" };
    const UpdateExpression = "SET #a = :a";
    for (const [names, values] of [
      [{ "#a": "a", "#b": "b" }, { ":a": 1 }],
      [{ "#a": "a" }, { ":a": 1, ":b": 1 }],
      [{}, { ":a": 1 }],
      [{ "#a": "a" }, { ":b": 1 }],
    ]) {
      const input = {
        UpdateExpression,
        ...(Object.keys(names as object).length > 0 && { ExpressionAttributeNames: names }),
        ExpressionAttributeValues: values,
      } as UpdateInput;
      expect(() => fake.update(key, input)).toThrow(ValidationException);
      expect(await embedded.update(key, input)).toMatchObject({ kind: "invalid" });
    }
  });

  it("rejects a key of an index that is no text, as DynamoDB does", async () => {
    const [{ partitionKey }] = TABLE.indexes;
    const item = { pk: "a", sk: "b", [partitionKey]: 1 };
    expect(() => fake.put(item, {})).toThrow(ValidationException);
    expect(await embedded.put(item, {})).toMatchObject({ kind: "invalid" });
  });

  it("rejects what it does not know", () => {
    const key = { pk: "a", sk: "b" };
    const rejected = (update: UpdateInput) => () => fake.update(key, update);
    expect(rejected({ UpdateExpression: "DELETE tags :tags" })).toThrow("does not know");
    expect(rejected({ UpdateExpression: "SET a = size(b)" })).toThrow("does not know");
    expect(rejected({ UpdateExpression: "SET a = b + :c" })).toThrow("does not know");
    expect(rejected({ UpdateExpression: "SET a[1] = b" })).toThrow("does not know");
    const UpdateExpression = "REMOVE a";
    expect(rejected({ UpdateExpression, ReturnItemCollectionMetrics: "SIZE" })).toThrow("does not know");
    for (const ConditionExpression of ["size(a)", "begins_with(a, :b)", "a BETWEEN :b AND :c", "a = :b.c"])
      expect(rejected({ UpdateExpression, ConditionExpression }), ConditionExpression).toThrow(
        "does not know",
      );
    const ExpressionAttributeNames = { "#sk": "sk" };
    const ExpressionAttributeValues = { ":sk": "b" };
    for (const KeyConditionExpression of ["#sk = :sk", "begins_with(#sk, :sk)"])
      expect(() =>
        fake.query({ KeyConditionExpression, ExpressionAttributeNames, ExpressionAttributeValues }),
      ).toThrow("does not know");
  });

  it("ends items where DynamoDB ends them", async () => {
    for (const [number, bytes] of [409_400, 409_700].entries()) {
      const item = { pk: `LARGE#${number}`, sk: "x", text: "a".repeat(bytes) };
      const theirs = await embedded.put(item, {});
      expect(ours(() => fake.put(item, {})).kind).toBe(theirs.kind);
    }
  });
});

const updateOf = (change: expressions.Change<Item>): UpdateInput =>
  expressions.updateExpressions<Item>(change);

/** One random write on a random item, in both; what happened. */
async function compareWrite(operation: number): Promise<string> {
  const key = { pk: `ITEM#${operation}`, sk: "ITEM" };
  const before = happens(0.9) ? randomItem(key) : undefined;
  if (before) {
    expect((await embedded.put(before, {})).kind).toBe("written");
    fake.put(before, {});
  }
  const isPut = happens(0.2);
  const item = randomItem(key);
  const input: ConditionInput = isPut
    ? expressions.conditionExpression(randomCondition())
    : updateOf(randomChange());
  const theirs = await (isPut ? embedded.put(item, input) : embedded.update(key, input as UpdateInput));
  const mine = ours(() => (isPut ? fake.put(item, input) : fake.update(key, input as UpdateInput)));
  const context = `operation ${operation} of seed ${SEED}: ${JSON.stringify(input)} on ${JSON.stringify(before)}`;
  expect(mine.kind, context).toBe(theirs.kind);
  if (mine.kind === "written" && theirs.kind === "written" && !isPut)
    expect(mine.item, context).toEqual(theirs.item);
  if (mine.kind === "rejected") expect(mine.existing, context).toEqual(before);
  return mine.kind;
}

type Ours = Exclude<Outcome, { kind: "rejected" }> | { kind: "rejected"; existing: Item | undefined };

function ours(write: () => ReturnType<FakeTable["update"]>): Ours {
  try {
    const outcome = write();
    return outcome.written
      ? { kind: "written", item: outcome.item }
      : { kind: "rejected", existing: outcome.existing };
  } catch (error) {
    if (error instanceof ValidationException) return { kind: "invalid", message: error.message };
    throw error;
  }
}

/** A query of a partition of its own, some of whose items have left the index since; how many it finds. */
async function compareQuery(operation: number): Promise<number> {
  const index = oneOf<IndexName | undefined>([undefined, ...TABLE.indexes.map(({ name }) => name)]);
  const { partitionKey, sortKey } = keySchemaOf(index);
  const partition = `LISTED#${operation}`;
  const sorts = ["a", "ab", "b", "b#", "c", "~"];
  for (const sort of sorts.filter(() => happens(0.6))) {
    const key = { pk: partition, sk: sort };
    const item = { ...key, other: 1, [partitionKey]: partition, [sortKey]: sort };
    expect((await embedded.put(item, {})).kind).toBe("written");
    fake.put(item, {});
    if (!index || happens(0.7)) continue;
    const leaves = updateOf({ remove: [sortKey], onlyIf: [] });
    expect((await embedded.update(key, leaves)).kind).toBe("written");
    fake.update(key, leaves);
  }
  const [from, to] = [oneOf(sorts), oneOf(sorts)].sort() as [string, string];
  const query = {
    ...(index && { index }),
    partition,
    ...oneOf([{}, { between: [from, to] as const }, { after: from }]),
    ...(happens(0.5) && { descending: happens(0.5) }),
  };
  const input = expressions.queryExpressions(query);
  const context = `query ${operation} of seed ${SEED}: ${JSON.stringify(input)}`;
  expect(fake.count(input), context).toBe(await embedded.count(input));
  const limited = { ...input, ...(happens(0.5) && { Limit: 1 + below(3) }) };
  const mine = fake.query(limited);
  expect(mine, context).toEqual(await embedded.query(limited));
  return mine.length;
}
