import { createRequire } from "node:module";
import { marshall, unmarshall } from "@aws-sdk/util-dynamodb";
import { type Key, TABLE } from "../../../shared/ledger/table.ts";
import type { ConditionInput, QueryInput, UpdateInput } from "./fake-table.ts";
import type { Item } from "./values.ts";

/** The embedded DynamoDB without its server: its own validations and actions, called in this process. */

const load = createRequire(import.meta.url);
const TABLE_NAME = "oracle";

type Store = object;
type Callback = (error: unknown, answer: Item) => void;
type Validation = { types: unknown; custom?: unknown };
const database = load("dynalite/db") as { create: (options: object) => Store };
const validations = load("dynalite/validations") as {
  checkTypes: (data: unknown, types: unknown) => Item;
  checkValidations: (data: Item, types: unknown, custom: unknown, store: Store) => void;
};

export type Outcome =
  | { kind: "written"; item: Item }
  | { kind: "rejected" }
  | { kind: "invalid"; message: string };

export class EmbeddedTable {
  private readonly store = database.create({ createTableMs: 0 });

  async create(): Promise<void> {
    const { partitionKey, sortKey, indexes } = TABLE;
    const keys = [partitionKey, sortKey, ...indexes.flatMap((index) => [index.partitionKey, index.sortKey])];
    await this.call("createTable", {
      BillingMode: "PAY_PER_REQUEST",
      AttributeDefinitions: [...new Set(keys)].map((AttributeName) => ({
        AttributeName,
        AttributeType: "S",
      })),
      KeySchema: keySchema(TABLE),
      GlobalSecondaryIndexes: indexes.map((index) => ({
        IndexName: index.name,
        KeySchema: keySchema(index),
        Projection: { ProjectionType: "KEYS_ONLY" },
      })),
    });
    await new Promise((resolve) => setTimeout(resolve, 20));
  }

  put = (item: Item, condition: ConditionInput): Promise<Outcome> =>
    this.write("putItem", { Item: raw(item), ...rawInput(condition) }, () => item);

  update = (key: Key, update: UpdateInput): Promise<Outcome> =>
    this.write(
      "updateItem",
      { Key: raw(key), ...rawInput(update), ReturnValues: "ALL_NEW" },
      ({ Attributes }) => plain(Attributes),
    );

  async query(query: QueryInput): Promise<Item[]> {
    const { Items } = (await this.call("query", rawInput(query))) as { Items: Item[] };
    return Items.map(plain);
  }

  async count(query: QueryInput): Promise<number> {
    const { Count } = (await this.call("query", { ...rawInput(query), Select: "COUNT" })) as {
      Count: number;
    };
    return Count;
  }

  private async write(action: string, data: Item, itemOf: (answer: Item) => Item): Promise<Outcome> {
    try {
      return { kind: "written", item: itemOf(await this.call(action, data)) };
    } catch (error) {
      const { body } = error as { body?: { __type: string; message: string } };
      if (!body) throw error;
      if (body.__type.endsWith("ConditionalCheckFailedException")) return { kind: "rejected" };
      return { kind: "invalid", message: body.message };
    }
  }

  private call(action: string, data: Item): Promise<Item> {
    const { types, custom } = load(`dynalite/validations/${action}`) as Validation;
    const run = load(`dynalite/actions/${action}`) as (store: Store, data: Item, done: Callback) => void;
    const checked = validations.checkTypes({ TableName: TABLE_NAME, ...data }, types);
    validations.checkValidations(checked, types, custom, this.store);
    return new Promise((resolve, reject) =>
      run(this.store, checked, (error, answer) => (error ? reject(error) : resolve(answer))),
    );
  }
}

const keySchema = (keys: { partitionKey: string; sortKey: string }) => [
  { AttributeName: keys.partitionKey, KeyType: "HASH" },
  { AttributeName: keys.sortKey, KeyType: "RANGE" },
];

/** Over JSON, as it goes over the wire: bytes become base64. */
const raw = (item: Item): Item =>
  JSON.parse(
    // By what is there, and not by the value that is given: a Buffer has become an object by then.
    JSON.stringify(marshall(item, { removeUndefinedValues: true }), function (this: Item, name, value) {
      const given = this[name];
      return given instanceof Uint8Array ? Buffer.from(given).toString("base64") : value;
    }),
  );

const plain = (item: unknown): Item =>
  unmarshall(
    JSON.parse(JSON.stringify(item), (name, value) =>
      name === "B" && typeof value === "string" ? Buffer.from(value, "base64") : value,
    ),
  );

function rawInput(input: object): Item {
  const { ExpressionAttributeValues, ...rest } = input as { ExpressionAttributeValues?: Item };
  return {
    ...rest,
    ...(ExpressionAttributeValues && { ExpressionAttributeValues: raw(ExpressionAttributeValues) }),
  };
}
