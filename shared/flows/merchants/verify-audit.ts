import { type AuditFault, type AuditHead, checkChain } from "../../domain/access/audit-chain.ts";
import { isErased } from "../../domain/erasure.ts";
import { auditPages, type CheckedAudit, findCheckedAudit, saveCheckedAudit } from "../../ledger/audit.ts";
import { type Merchant, merchantPages } from "../../ledger/merchants.ts";
import { describeError, log } from "../../runtime/logger.ts";
import { count } from "../../runtime/metrics.ts";
import { runConcurrently } from "../run-concurrently.ts";

export type VerifiedAudit = {
  head: AuditHead;
  faults: AuditFault[];
  /** The newest entry of the last daily check. */
  known?: CheckedAudit | undefined;
};

/** All of a merchant's entries, and the newest of the last daily check. */
export async function verifyAudit(merchant: Merchant): Promise<VerifiedAudit> {
  const { merchantId } = merchant;
  // Read before the entries: what is added meanwhile comes behind it.
  const known = await findCheckedAudit(merchantId);
  const chain = checkChain(merchantId, { isErased: isErased(merchant), ...(known && { known }) });
  for await (const entries of auditPages(merchantId)) for (const entry of entries) chain.next(entry);
  const { faults, head } = chain.end();
  return { head, faults, known };
}

const AT_ONCE = 10;

/** Every day: each fault is reported once, and the newest hash is kept. Answers how many merchants were looked at. */
export async function checkAudits(): Promise<number> {
  let looked = 0;
  for await (const merchants of merchantPages()) {
    await runConcurrently(merchants, AT_ONCE, (merchant) => check(merchant).catch(reportFailure(merchant)));
    looked += merchants.length;
  }
  return looked;
}

async function check(merchant: Merchant): Promise<void> {
  const { merchantId } = merchant;
  const { head, faults, known } = await verifyAudit(merchant);
  if (head.number === 0 && faults.length === 0) return;
  const before = known?.reported ?? [];
  const fresh = faults.map(describeFault).filter((fault) => !before.includes(fault));
  if (fresh.length > 0) {
    log("error", "an audit was changed", { merchantId, audited: fresh.slice(0, 20).join(", ") });
    count("ChangedAudits");
  }
  await saveCheckedAudit(
    merchantId,
    { ...head, reported: [...before, ...fresh].slice(-MAX_REPORTED) },
    known,
  );
}

const describeFault = ({ number, fault }: AuditFault): string => `${number} ${fault}`;

const MAX_REPORTED = 200;

/** One that cannot be read does not keep the others from being checked. */
const reportFailure =
  ({ merchantId }: Merchant) =>
  (error: unknown): void => {
    log("error", "an audit could not be checked", { merchantId, ...describeError(error) });
    count("ChangedAudits");
  };
