import { isLookedForEnough } from "../domain/due.ts";
import type { ClaimedRecord } from "./claim-writes.ts";
import { scanItems, updateItem } from "./client.ts";
import { dueAt, dueValues, ON_THE_LIST } from "./due.ts";
import type { EventRecord } from "./event-record.ts";
import type { Key } from "./table.ts";

/*
 * Items that were opened before there was a due list are not on it. They are looked for once, after the deploy that
 * brings the list's index, by the only scan that there is.
 */

const OPEN_AND_NOT_LISTED =
  "attribute_not_exists(dueSort) AND (#state = :claimed AND attribute_not_exists(closedAs) OR " +
  "sk = :event AND (attribute_not_exists(finishedAt) OR delivery = :pending OR " +
  "delivery = :dead AND attribute_not_exists(deadLetteredAt)))";

type OpenItem = (ClaimedRecord | EventRecord) & { merchantId?: string };

/** What is open and not on the list, of one page of the whole table. */
export const listUnlisted = (
  from?: Key,
): Promise<{ items: OpenItem[]; looked: number; next?: Key | undefined }> =>
  scanItems<OpenItem>({
    FilterExpression: OPEN_AND_NOT_LISTED,
    ExpressionAttributeNames: { "#state": "state" },
    ExpressionAttributeValues: {
      ":claimed": "claimed",
      ":event": "EVENT",
      ":pending": "pending",
      ":dead": "dead",
    },
    ExclusiveStartKey: from,
  });

/** Puts it on the list, due at once. A claim that was looked for often enough is off the list for good. */
export async function adoptItem(item: OpenItem, at: number): Promise<boolean> {
  if ("attemptedAt" in item && isLookedForEnough({ ...item, looks: (item.looks ?? 0) - 1 }, at)) return false;
  const nextAttemptAt = "nextAttemptAt" in item ? (item.nextAttemptAt ?? 0) : 0;
  const key = { pk: item.pk, sk: item.sk };
  const outcome = await updateItem(key, {
    UpdateExpression: `SET ${ON_THE_LIST}`,
    ConditionExpression: OPEN_AND_NOT_LISTED,
    ExpressionAttributeNames: { "#state": "state" },
    ExpressionAttributeValues: {
      ":claimed": "claimed",
      ":event": "EVENT",
      ":pending": "pending",
      ":dead": "dead",
      ...dueValues(dueAt(key, Math.max(at, nextAttemptAt))),
    },
  });
  return outcome.written;
}
