import { GetCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import type { Key } from "../../../shared/ledger/table.ts";
import type { Desk } from "./desk.ts";

export const OFF_THE_LIST = { dueShard: undefined, dueSort: undefined, dueStep: undefined };

/** Looks at an item of the desk's ledger, and changes it behind the service's back. */
export const editsOf = (desk: Desk) => ({
  async item(key: Key): Promise<Record<string, unknown>> {
    const { TABLE_NAME: TableName } = desk.variables;
    const { Item = {} } = await desk.table.send(
      new GetCommand({ TableName, Key: key, ConsistentRead: true }),
    );
    return Item;
  },

  /** undefined removes an attribute. */
  async change(key: Key, changes: Record<string, unknown>): Promise<void> {
    const AttributeUpdates = Object.fromEntries(
      Object.entries(changes).map(([name, Value]) => [
        name,
        Value === undefined ? { Action: "DELETE" as const } : { Action: "PUT" as const, Value },
      ]),
    );
    await desk.table.send(
      new UpdateCommand({ TableName: desk.variables.TABLE_NAME, Key: key, AttributeUpdates }),
    );
  },
});
