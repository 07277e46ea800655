import { putNewItem } from "./client.ts";
import { queryItems } from "./items.ts";
import { auditKey, auditPartition } from "./table.ts";

/** Who did what to a merchant's settings, and when. Never a secret. */
export type AuditEntry = {
  at: number;
  /** An API key's id, a console session's, or the identity that AWS gave an operator. */
  actor: string;
  /** Who made the console session that is the actor: an API key's id, or an operator. */
  maker?: string | undefined;
  action: string;
  subject?: string | undefined;
  /** Why an operator did it. */
  reason?: string | undefined;
  /** What the operator added; it is not checked. */
  remark?: string | undefined;
};

/** The newest; an export of the merchant has all. */
export const AUDIT_LISTED = 100;

export async function createAuditEntry(merchantId: string, id: string, entry: AuditEntry): Promise<void> {
  await putNewItem({ ...auditKey(merchantId, entry.at, id), ...entry });
}

/** Newest first. */
export const listAudit = (merchantId: string): Promise<AuditEntry[]> =>
  queryItems<AuditEntry>({ partition: auditPartition(merchantId), descending: true, limit: AUDIT_LISTED });
