import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, GetCommand, paginateScan } from "@aws-sdk/lib-dynamodb";
import { type Key, timeOfSort, UNRESOLVED } from "../../shared/ledger/table.ts";

type DueEntry = Key & { dueShard: string; dueSort: string };

/**
 * Reads the whole index in one request, where the sweep makes one per shard: here it is small, and every stop of a
 * moving clock asks. Unresolved items are never due.
 */
export function readDueTimes(endpoint: string, TableName: string) {
  const client = DynamoDBDocumentClient.from(new DynamoDBClient({ endpoint }));

  async function listEntries(): Promise<DueEntry[]> {
    const entries: DueEntry[] = [];
    for await (const { Items = [] } of paginateScan({ client }, { TableName, IndexName: "due" }))
      entries.push(...(Items as DueEntry[]));
    return entries.filter(({ dueShard }) => dueShard !== UNRESOLVED);
  }

  /** An index may be outdated; the embedded one stays so if a process was killed between the two writes. */
  async function stands({ pk, sk, dueSort }: DueEntry): Promise<boolean> {
    const { Item } = await client.send(new GetCommand({ TableName, Key: { pk, sk }, ConsistentRead: true }));
    return Item?.dueSort === dueSort;
  }

  return {
    async firstDueAtMs(): Promise<number | undefined> {
      const entries = await listEntries();
      for (const entry of entries.toSorted((a, b) => (a.dueSort < b.dueSort ? -1 : 1)))
        if (await stands(entry)) return timeOfSort(entry.dueSort);
      return undefined;
    },
    close: (): void => client.destroy(),
  };
}
