import { globSync } from "node:fs";
import { basename, join } from "node:path";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { type Key, TABLE } from "../../../shared/ledger/table.ts";
import { seededRandom } from "../../support/seeded-random.ts";
import { EmbeddedTable, type Outcome } from "./embedded-table.ts";
import { callEveryFunction, type Ledger } from "./every-call.ts";
import { ValidationException } from "./expressions.ts";
import { FakeTable, type UpdateInput } from "./fake-table.ts";
import { createRecorder, type Recorded } from "./recorder.ts";
import type { Item } from "./values.ts";

vi.stubEnv("TABLE_NAME", "ledger");
const recorder = createRecorder();
vi.doMock("../../../shared/ledger/client.ts", () => recorder.client);

const LEDGER = join(import.meta.dirname, "../../../shared/ledger");
/** Without the client itself, and what builds the requests that it sends. */
const SENDERS = ["client.ts", "expressions.ts"];
const MODULES = globSync("*.ts", { cwd: LEDGER }).filter((file) => !SENDERS.includes(basename(file)));
/** They read by key, or do not ask the table at all: by what they are called, or one by one. */
const WITHOUT_EXPRESSION_BY_NAME = /^find|^key|Key$|Partition$|Of$|Sort$/;
const WITHOUT_EXPRESSION = [
  "askPause",
  "authenticate",
  "countItems",
  "dueAt",
  "dueWithin",
  "firstVisit",
  "getMerchant",
  "inProgress",
  "isAboutPayment",
  "isAboutPayout",
  "isParkedUntil",
  "rangeOfPlace",
  "itemUnder",
  "eventBody",
  "listAllKeys",
  "listItems",
  "listKeys",
  "merchantPages",
  "newAccountCreation",
  "newOperationRecord",
  "newPaymentRecord",
  "notBeingSent",
  "notePost",
  "pack",
  "packAnswer",
  "readableBody",
  "requirePayment",
  "requirePaymentRecord",
  "resumeClaim",
  "textOfPart",
  "timeOfNext",
  "toPayment",
  "unpack",
  "readAnswer",
  "unpackedRecord",
  "updateClaim",
  "withTerms",
];

const OPERATIONS = 2_000;
const SEED = 20_260_101;
const random = seededRandom(SEED);
const below = (limit: number): number => Math.floor(random() * limit);
const oneOf = <T>(all: readonly T[]): T => all[below(all.length)] as T;

const called = new Set<string>();
const embedded = new EmbeddedTable();
const fake = new FakeTable({ now: () => 0, indexLagMs: () => 0 });

beforeAll(async () => {
  await embedded.create();
  const exported: Record<string, unknown> = {};
  for (const file of MODULES) Object.assign(exported, await import(join(LEDGER, file)));
  const functions = Object.entries(exported).filter(([, value]) => typeof value === "function");
  for (const [name] of functions) known.push(name);
  const watched = functions.map(([name, call]) => [
    name,
    (...given: unknown[]) => {
      called.add(name);
      return (call as (...given: unknown[]) => unknown)(...given);
    },
  ]);
  await callEveryFunction(Object.fromEntries(watched) as Ledger);
});
const known: string[] = [];
const sendsExpression = (name: string): boolean =>
  !WITHOUT_EXPRESSION_BY_NAME.test(name) && !WITHOUT_EXPRESSION.includes(name);

describe("the fake ledger against the embedded DynamoDB", () => {
  it("is asked by every function of the ledger that sends an expression", () => {
    expect(known.filter(sendsExpression).filter((name) => !called.has(name))).toEqual([]);
    expect(WITHOUT_EXPRESSION.filter((name) => !known.includes(name))).toEqual([]);
  });

  it("does the same with every expression of the ledger, whatever stands in the table", async () => {
    const all = recorder.recorded();
    expect(all.length).toBeGreaterThan(40);
    const outcomes = new Map<string, number>();
    for (let operation = 0; operation < OPERATIONS; operation++) {
      const one = all[operation % all.length] as Recorded;
      const kind = await compare(one, operation);
      outcomes.set(kind, (outcomes.get(kind) ?? 0) + 1);
    }
    // A comparison in which nothing is ever written, or nothing ever rejected, compares nothing.
    for (const kind of ["written", "rejected", "found"])
      expect(outcomes.get(kind) ?? 0, kind).toBeGreaterThan(100);
    expect(outcomes.get("invalid")).toBeGreaterThan(0);
    // Nothing but computing: on a busy machine it takes many times as long.
  }, 120_000);

  it("gives the names of a map back in another order than they were written in, however often", () => {
    const key = { pk: "MAP", sk: "MAP" };
    const map = { a: 1, b: { c: 2, d: 3 } };
    const namesOf = () => {
      const { map: stored } = fake.get(key) as { map: typeof map };
      return [Object.keys(stored), Object.keys(stored.b)];
    };
    fake.put({ ...key, map }, {});
    expect(namesOf()).toEqual([
      ["b", "a"],
      ["d", "c"],
    ]);
    const again = { ExpressionAttributeValues: { ":map": fake.get(key)?.map } };
    fake.update(key, {
      UpdateExpression: "SET #map = :map",
      ExpressionAttributeNames: { "#map": "map" },
      ...again,
    });
    expect(namesOf()).toEqual([
      ["b", "a"],
      ["d", "c"],
    ]);
  });

  it("rejects a write of a part of the key, as DynamoDB does", async () => {
    const key = { pk: "a", sk: "b" };
    const input = { UpdateExpression: "SET pk = :pk", ExpressionAttributeValues: { ":pk": "a" } };
    expect(() => fake.update(key, input)).toThrow("part of the key");
    expect(await embedded.update(key, input)).toMatchObject({ kind: "invalid" });
  });

  it("rejects what it does not know", () => {
    const key = { pk: "a", sk: "b" };
    const rejected = (update: UpdateInput) => () => fake.update(key, update);
    expect(rejected({ UpdateExpression: "DELETE tags :tags" })).toThrow("does not know");
    expect(rejected({ UpdateExpression: "SET a = size(b)" })).toThrow("does not know");
    expect(rejected({ UpdateExpression: "SET a[1] = b" })).toThrow("does not know");
    expect(rejected({ UpdateExpression: "REMOVE a", ReturnItemCollectionMetrics: "SIZE" })).toThrow(
      "does not know",
    );
    expect(() =>
      fake.query({ KeyConditionExpression: "sk = :sk", ExpressionAttributeValues: { ":sk": "b" } }),
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

/** One operation with random values on a random item, in both; what happened. */
async function compare(one: Recorded, operation: number): Promise<string> {
  if (one.kind === "query" || one.kind === "count") return compareQuery(one, operation);
  const key = { pk: `ITEM#${operation}`, sk: "ITEM" };
  const input = { ...one.input, ...mutatedValues(one) };
  const before = random() < 0.9 ? randomItem(one, key) : undefined;
  if (before) {
    const placed = await embedded.put(before, {});
    if (placed.kind !== "written") return "unplaceable";
    fake.put({ ...before, ...key }, {});
  }
  const item = one.kind === "put" ? { ...one.item, ...key } : key;
  const theirs = await (one.kind === "put"
    ? embedded.put(item, input)
    : embedded.update(key, input as UpdateInput));
  const mine = ours(() =>
    one.kind === "put" ? fake.put(item, input) : fake.update(key, input as UpdateInput),
  );
  const context = `operation ${operation} of seed ${SEED}: ${JSON.stringify(input)} on ${JSON.stringify(before)}`;
  expect(mine.kind, context).toBe(theirs.kind);
  if (mine.kind === "written" && theirs.kind === "written" && one.kind === "update")
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

const INDEX_KEYS = new Set<string>(
  TABLE.indexes.flatMap(({ partitionKey, sortKey }) => [partitionKey, sortKey]),
);
const STRAY_VALUES = [
  "claimed",
  "pending",
  "other",
  0,
  1,
  2,
  1_700_000_000_000,
  true,
  null,
  [],
  ["acct_1"],
  { version: 1 },
];

/** Mostly what the ledger gave; sometimes something near it, sometimes something of another type. */
function mutatedValues({ input }: Recorded) {
  const given = (input.ExpressionAttributeValues ?? {}) as Item;
  const { UpdateExpression = "" } = input as UpdateInput;
  // A value of a wrong type is rejected by both, but not in the same order of checks: the ledger never sends one.
  const keptNames = new Set(UpdateExpression.match(/:\w+/g));
  const entries = Object.entries(given).map(([name, value]) => [name, mutated(value, keptNames.has(name))]);
  return entries.length > 0 ? { ExpressionAttributeValues: Object.fromEntries(entries) } : {};
}

function mutated(value: unknown, keepsType: boolean): unknown {
  const draw = random();
  if (draw < 0.75) return value;
  if (typeof value === "number") return value + oneOf([-1, 1]);
  if (draw < 0.85 || keepsType) return typeof value === "string" ? `${value}x` : value;
  // The embedded DynamoDB compares lists and maps by identity, which is its own fault and nothing to hold us to.
  return oneOf(STRAY_VALUES.filter((stray) => typeof stray !== "object" || stray === null));
}

/** The attributes that the expressions speak of, each there or not, with what the ledger gave or something else. */
function randomItem({ input }: Recorded, key: Key): Item {
  const { ExpressionAttributeNames: names = {}, ExpressionAttributeValues: values = {} } = input;
  const { UpdateExpression = "", ConditionExpression = "" } = input as UpdateInput;
  const item: Item = { ...key };
  const near = Object.values(values as Item).filter((value) => value !== undefined);
  for (const [path] of `${UpdateExpression} ${ConditionExpression}`.matchAll(
    /(?<![:\w.#])#?[a-z]\w*(\.#?\w+)*/g,
  )) {
    const [head = "", ...rest] = path.split(".").map((part) => names[part] ?? part);
    if (head === "pk" || head === "sk" || /_/.test(head) || random() < 0.2) continue;
    const value = random() < 0.7 && near.length > 0 ? oneOf(near) : oneOf(STRAY_VALUES);
    const last = rest.at(-1);
    if (INDEX_KEYS.has(head) && typeof value !== "string") continue;
    if (!last) item[head] = value;
    else if (random() < 0.9) item[head] = { ...(isMap(item[head]) && item[head]), [last]: value };
  }
  return item;
}

const isMap = (value: unknown): value is Item =>
  typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Uint8Array);

/** Among items of this query's own partition, around the bounds that it gives. */
async function compareQuery(one: Recorded & { kind: "query" | "count" }, operation: number): Promise<string> {
  const { names, values, partition, sort } = ownPartition(one, operation);
  const bounds = Object.values(values).filter(
    (value) => typeof value === "string" && value !== partition.value,
  );
  for (let place = 0; place < 4; place++) {
    const near = `${oneOf([...bounds, "0001700000000000#x"])}${oneOf(["", "#", "0", "~", "a"])}${place}`;
    const item = {
      pk: `LISTED#${operation}`,
      sk: `${place}`,
      [partition.name]: partition.value,
      [sort]: near,
    };
    if (random() < 0.15 && sort !== "sk") delete item[sort];
    expect((await embedded.put(item, {})).kind).toBe("written");
    fake.put(item as Item & Key, {});
  }
  const input = {
    ...one.input,
    ...(Object.keys(names).length > 0 && { ExpressionAttributeNames: names }),
    ExpressionAttributeValues: values,
  };
  if (one.kind === "count") {
    expect(fake.count(input)).toBe(await embedded.count(input));
    return "counted";
  }
  const mine = fake.query(input);
  expect(mine, `operation ${operation}: ${JSON.stringify(input)}`).toEqual(await embedded.query(input));
  return mine.length > 0 ? "found" : "empty";
}

function ownPartition({ input }: Recorded & { kind: "query" | "count" }, operation: number) {
  const names = input.ExpressionAttributeNames ?? {};
  const [, name = "", placeholder = ""] = /^(#?\w+) = (:\w+)/.exec(input.KeyConditionExpression ?? "") ?? [];
  const [, sortName = ""] = /AND (?:begins_with\()?(#?\w+)/.exec(input.KeyConditionExpression ?? "") ?? [];
  const partition = { name: names[name] ?? name, value: `LISTED#${operation}` };
  const values = {
    ...(input.ExpressionAttributeValues as Record<string, string>),
    [placeholder]: partition.value,
  };
  return { names, values, partition, sort: names[sortName] ?? sortName };
}
