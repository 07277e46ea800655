import { putItem, queryItems } from "./client.ts";
import { auditKey, merchantKey } from "./table.ts";

/** Who did what to a merchant's settings, and when. Never a secret. */
export type AuditEntry = { at: number; actor: string; action: string; subject?: string | undefined };

const MAX_LISTED = 100;

export async function createAuditEntry(merchantId: string, id: string, entry: AuditEntry): Promise<void> {
  const item = { ...auditKey(merchantId, entry.at, id), ...entry };
  await putItem(item, { ConditionExpression: "attribute_not_exists(pk)" });
}

/** Newest first. */
export const listAudit = (merchantId: string): Promise<AuditEntry[]> =>
  queryItems<AuditEntry>({
    KeyConditionExpression: "pk = :pk AND begins_with(sk, :prefix)",
    ExpressionAttributeValues: { ":pk": merchantKey(merchantId).pk, ":prefix": "AUDIT#" },
    ScanIndexForward: false,
    ConsistentRead: true,
    Limit: MAX_LISTED,
  });
