import { type AuditFault, type AuditHead, checkChain } from "../../domain/access/audit-chain.ts";
import { auditPages, type CheckedAudit, findCheckedAudit } from "../../ledger/audit.ts";
import type { Merchant } from "../../ledger/merchants.ts";

export type VerifiedAudit = {
  head: AuditHead;
  faults: AuditFault[];
  /** What the daily check has kept. */
  known?: CheckedAudit | undefined;
  /** More entries follow, because it is over. */
  isPart: boolean;
};

/** All of a merchant's entries against what the daily check has kept. */
export async function verifyAudit(merchant: Merchant): Promise<VerifiedAudit> {
  const known = await findCheckedAudit(merchant.merchantId);
  return verifyFrom(merchant, { known, from: undefined, isOver: () => false });
}

/**
 * `known`: what the daily check has kept, read before the entries: what is added meanwhile comes behind it. `from`: where
 * the last part ended. `isOver` is told how many entries were read.
 */
export async function verifyFrom(
  merchant: Merchant,
  {
    known,
    from,
    isOver,
  }: { known: CheckedAudit | undefined; from: AuditHead | undefined; isOver: (entries: number) => boolean },
): Promise<VerifiedAudit> {
  const { merchantId } = merchant;
  const chain = checkChain(merchantId, { isErased: merchant.erasedAt !== undefined, known, from });
  let entries = 0;
  let isPart = false;
  for await (const page of auditPages(merchantId, from?.number)) {
    isPart = isOver(entries);
    if (isPart) break;
    for (const entry of page) chain.next(entry);
    entries += page.length;
  }
  return { ...chain.end(isPart), known, isPart };
}
