import { getItems } from "./client.ts";
import { absentOr, below, updateItem } from "./expressions.ts";
import type { AccountLink } from "./merchants.ts";
import { accountKey, itemUnder, watermarkKey } from "./table.ts";

type Watermark = { untilMs: number; pulledBy?: string; pulledUntilMs?: number };

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

/** `untilMs`: a run that has not released it lives no longer. */
type PullClaim = { token: string; nowMs: number; untilMs: number };

export async function claimPull(accountId: string, { token, nowMs, untilMs }: PullClaim): Promise<boolean> {
  const { written } = await updateItem<Watermark>(watermarkKey(accountId), {
    set: { pulledBy: token, pulledUntilMs: untilMs },
    onlyIf: { pulledUntilMs: absentOr(below(nowMs)) },
    knownBy: "pulledBy",
    returnItem: false,
  });
  return written;
}

export const releasePull = (accountId: string, token: string): Promise<unknown> =>
  updateItem<Watermark>(watermarkKey(accountId), {
    remove: ["pulledBy", "pulledUntilMs"],
    onlyIf: { pulledBy: token },
    returnItem: false,
  });
