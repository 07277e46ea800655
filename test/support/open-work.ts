import { ScanCommand } from "@aws-sdk/lib-dynamodb";
import { vi } from "vitest";
import { TABLE_NAME } from "../../infra/local/environment.ts";
import type { LocalService } from "./local-service.ts";

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;

/** Moves every clock of this process ahead. */
export const later = (milliseconds: number): void => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + milliseconds });
};

/** Invokes the sweep as the schedule does. */
export async function runSweep(service: LocalService): Promise<void> {
  const handler = service.stack.handlers.get("sweep") as unknown as (
    event: object,
    context: { getRemainingTimeInMillis: () => number },
  ) => Promise<void>;
  await handler({}, { getRemainingTimeInMillis: () => 60_000 });
}

export type OpenItem = { pk: string; sk: string; dueShard: string; dueSort: string; dueStep: number };

/** Everything that stands on the due list. */
export async function openItems(service: LocalService): Promise<OpenItem[]> {
  const { Items = [] } = await service.table.send(
    new ScanCommand({
      TableName: TABLE_NAME,
      ConsistentRead: true,
      FilterExpression: "attribute_exists(dueSort)",
    }),
  );
  return Items as OpenItem[];
}

export const isOpen = async (service: LocalService, pk: string): Promise<boolean> =>
  (await openItems(service)).some((item) => item.pk === pk);
