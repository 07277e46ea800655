import { getItems } from "./client.ts";
import { absentOr, below } from "./expressions.ts";
import { updateItem } from "./items.ts";
import { accountKey, watermarkKey } from "./table.ts";

/**
 * Up to when an account's events were looked through. An item of its own: the account's link is read by every webhook,
 * and need not be written every hour. At first it is when the account was linked; links that an older release made know no time.
 */
export async function findWatermark(accountId: string): Promise<number | undefined> {
  const items = await getItems([watermarkKey(accountId), accountKey(accountId)]);
  const { untilMs } = items.find(({ sk }) => sk === "WATERMARK") ?? {};
  const { linkedAt } = items.find(({ sk }) => sk === "ACCOUNT") ?? {};
  return [untilMs, linkedAt].find((at) => typeof at === "number");
}

/** Only ahead: two pulls of one account may overlap. */
export const moveWatermark = (accountId: string, untilMs: number): Promise<unknown> =>
  updateItem<{ untilMs: number }>(watermarkKey(accountId), {
    set: { untilMs },
    onlyIf: { untilMs: absentOr(below(untilMs)) },
    returnItem: false,
  });
