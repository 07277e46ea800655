import { getItems } from "./client.ts";
import { absentOr, below } from "./expressions.ts";
import { itemUnder } from "./item-under.ts";
import { updateItem } from "./items.ts";
import type { AccountLink } from "./merchants.ts";
import { accountKey, watermarkKey } from "./table.ts";

type Watermark = { untilMs: number };

/**
 * Up to when an account's events were pulled. A separate item, because every webhook reads the account's link, and it
 * need not be written every hour. At first it is when the account was linked.
 */
export async function findWatermark(accountId: string): Promise<number | undefined> {
  const items = await getItems([watermarkKey(accountId), accountKey(accountId)]);
  const watermark = itemUnder<Watermark>(watermarkKey(accountId), items);
  return watermark?.untilMs ?? itemUnder<AccountLink>(accountKey(accountId), items)?.linkedAt;
}

/** Never backward: two pulls of one account may overlap. */
export const moveWatermark = (accountId: string, untilMs: number): Promise<unknown> =>
  updateItem<Watermark>(watermarkKey(accountId), {
    set: { untilMs },
    onlyIf: { untilMs: absentOr(below(untilMs)) },
    returnItem: false,
  });
