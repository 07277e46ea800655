import { adoptItem, listUnlisted } from "../../ledger/adoption.ts";
import type { Key } from "../../ledger/table.ts";
import { type Change, recordAudit } from "../record-audit.ts";

/** Puts everything on the due list that was opened before there was one. It may be repeated, or go on after a failure. */
export async function adoptOpenWork(
  change: Change,
  onPage: (looked: number) => void,
): Promise<{ looked: number; adopted: number }> {
  const total = { looked: 0, adopted: 0 };
  const audited = new Set<string>();
  let from: Key | undefined;
  do {
    const { items, looked, next } = await listUnlisted(from);
    for (const item of items) {
      await auditOnce(item.merchantId, audited, change);
      if (await adoptItem(item, change.at)) total.adopted++;
    }
    total.looked += looked;
    onPage(looked);
    from = next;
  } while (from);
  return total;
}

/** One entry for each merchant, however much of its work was open. */
async function auditOnce(
  merchantId: string | undefined,
  audited: Set<string>,
  change: Change,
): Promise<void> {
  if (merchantId === undefined || audited.has(merchantId)) return;
  audited.add(merchantId);
  await recordAudit(merchantId, { action: "adopt-open-work" }, change);
}
