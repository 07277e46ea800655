import type { Key } from "../../../shared/ledger/table.ts";
import { type ConditionInput, FakeTable, type QueryInput, type UpdateInput } from "./fake-table.ts";
import type { Item } from "./values.ts";

export type Recorded =
  | { kind: "put"; item: Item & Key; input: ConditionInput }
  | { kind: "update"; key: Key; input: UpdateInput }
  | { kind: "query" | "count"; input: QueryInput };

/** The ledger's client over a fake table, which remembers every expression that came through, once. */
export function createRecorder() {
  const table = new FakeTable({ now: () => 0, indexLagMs: () => 0 });
  const recorded = new Map<string, Recorded>();
  const remember = (one: Recorded): void => {
    const { UpdateExpression, ConditionExpression } = one.input as UpdateInput;
    const { KeyConditionExpression, IndexName } = one.input as QueryInput;
    const parts = [one.kind, UpdateExpression, ConditionExpression, KeyConditionExpression, IndexName];
    const id = JSON.stringify(parts);
    if (!recorded.has(id)) recorded.set(id, one);
  };
  const client = {
    getItem: async (key: Key) => table.get(key),
    getItems: async (keys: Key[]) => keys.flatMap((key) => table.get(key) ?? []),
    sendQuery: async (input: QueryInput) => {
      remember({ kind: "query", input });
      return { items: table.query(input), isCutOff: false };
    },
    sendCount: async (input: QueryInput) => {
      remember({ kind: "count", input });
      return table.count(input);
    },
    sendPut: async (item: Item & Key, input: ConditionInput) => {
      remember({ kind: "put", item, input });
      return table.put(item, input);
    },
    putNewItem: async (item: Item & Key) => {
      await client.sendPut(item, { ConditionExpression: "attribute_not_exists(pk)" });
    },
    sendUpdate: async (key: Key, input: UpdateInput) => {
      remember({ kind: "update", key, input });
      return table.update(key, input);
    },
    isTooLarge: () => false,
  };
  return { client, recorded: () => [...recorded.values()] };
}
