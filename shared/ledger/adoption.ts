import { isLookedForEnough } from "../domain/due.ts";
import type { ClaimedRecord } from "./claims.ts";
import { scanItems, updateItem } from "./client.ts";
import { dueAt, dueValues, ON_THE_LIST } from "./due.ts";
import type { EventRecord } from "./events.ts";
import type { Key } from "./table.ts";

/*
 * Items that were opened before there was a due list are not on it. They are looked for once, after the deploy that
 * brings the list's index, by the only scan that there is.
 */

const OPEN_AND_NOT_LISTED =
  "attribute_not_exists(dueSort) AND (#state = :claimed AND attribute_not_exists(closedAs) OR " +
  "sk = :event AND (attribute_not_exists(finishedAt) OR delivery = :pending OR " +
  "delivery = :dead AND attribute_not_exists(deadLetteredAt)))";

export type AdoptedPage = { looked: number; adopted: Key[]; next?: Key | undefined };

/** One page of the whole table: what is open and not on the list is put on it, due at once. */
export async function adoptPage(at: number, from?: Key): Promise<AdoptedPage> {
  const { items, looked, next } = await scanItems<ClaimedRecord | EventRecord>({
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
  const adopted: Key[] = [];
  for (const item of items) if (await adopt(item, at)) adopted.push({ pk: item.pk, sk: item.sk });
  return { looked, adopted, next };
}

/** A claim that was looked for often enough is off the list for good. */
async function adopt(item: ClaimedRecord | EventRecord, at: number): Promise<boolean> {
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
