import { type AuditFault, type AuditHead, checkChain } from "../../domain/access/audit-chain.ts";
import { isErased } from "../../domain/erasure.ts";
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
export const verifyAudit = (merchant: Merchant): Promise<VerifiedAudit> => verify(merchant, () => undefined);

/** From where the last part ended, until `isOver`, which is told how many entries were read. */
export const verifyNextPart = (
  merchant: Merchant,
  isOver: (entries: number) => boolean,
): Promise<VerifiedAudit> => verify(merchant, (known) => known?.part, isOver);

async function verify(
  merchant: Merchant,
  fromOf: (known: CheckedAudit | undefined) => AuditHead | undefined,
  isOver: (entries: number) => boolean = () => false,
): Promise<VerifiedAudit> {
  const { merchantId } = merchant;
  // Read before the entries: what is added meanwhile comes behind it.
  const known = await findCheckedAudit(merchantId);
  const from = fromOf(known);
  const chain = checkChain(merchantId, { isErased: isErased(merchant), known, from });
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
