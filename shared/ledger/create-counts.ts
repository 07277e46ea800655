import { COUNTS_FOR, type CreateCounts } from "../domain/payments/create-share.ts";
import { getItem } from "./client.ts";
import { absentOr, updateItem } from "./expressions.ts";
import { createCountsKey, type Key } from "./table.ts";

/** One item for each ten seconds: a merchant's id is the name of its count. */
type StoredCounts = { expiresAt?: number } & { [merchantId: `mer_${string}`]: number };

const KEPT_SECONDS = 3600;

export async function addCreate(window: number, merchantId: string): Promise<CreateCounts> {
  const expiresAt = window * 10 + KEPT_SECONDS;
  const outcome = await updateItem<StoredCounts>(createCountsKey(window), {
    set: { expiresAt },
    add: { [merchantId]: COUNTS_FOR },
    onlyIf: { expiresAt: absentOr(expiresAt) },
  });
  return toCounts(outcome.written ? outcome.item : outcome.existing);
}

export const findCreateCounts = async (window: number): Promise<CreateCounts> =>
  toCounts(await getItem<StoredCounts & Key>(createCountsKey(window)));

const toCounts = (item: object | undefined): CreateCounts =>
  new Map(Object.entries(item ?? {}).filter(([name]) => name.startsWith("mer_")));
