import { type Page, type PageQuery, unknownCursor } from "../../domain/page.ts";
import { findPayout, listPayouts as listRecords, type PayoutRecord } from "../../ledger/payouts.ts";

export async function listPayouts(
  merchantId: string,
  { limit, startingAfter }: PageQuery,
): Promise<Page<PayoutRecord>> {
  const after = startingAfter ? await requireCursor(merchantId, startingAfter) : undefined;
  const { items, hasMore } = await listRecords(merchantId, { limit, after: after?.facts });
  return { items, hasMore, lastId: items.at(-1)?.facts.payoutId };
}

async function requireCursor(merchantId: string, payoutId: string): Promise<PayoutRecord> {
  const record = await findPayout(merchantId, payoutId);
  if (!record) throw unknownCursor("startingAfter must be the id of one of your payouts.");
  return record;
}
