import { putNewItem } from "./client.ts";
import { queryPage } from "./items.ts";
import { auditKey, auditPartition, type Key } from "./table.ts";

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

/** `more`: so many older ones of the same actor and action are left out. */
export type ListedAudit = AuditEntry & { more?: number };

export const AUDIT_LISTED = 100;

/** Of one actor's deeds of one kind so many are listed: a hundred cheap ones must not push a rare one out of sight. */
const LISTED_ALIKE = 10;

/** So many entries are looked at. An export of the merchant has all. */
const PAGE = 100;
const MAX_PAGES = 50;

export async function createAuditEntry(merchantId: string, id: string, entry: AuditEntry): Promise<void> {
  await putNewItem({ ...auditKey(merchantId, entry.at, id), ...entry });
}

/** Newest first. */
export async function listAudit(merchantId: string): Promise<ListedAudit[]> {
  const listed: ListedAudit[] = [];
  const alike = new Map<string, ListedAudit[]>();
  let before = `${AUDIT}~`;
  for (let page = 0; page < MAX_PAGES && listed.length < AUDIT_LISTED; page++) {
    const { items, isCutOff } = await queryPage<AuditEntry & Key>({
      ...{ partition: auditPartition(merchantId), between: [AUDIT, before], descending: true },
      // The one to go on from is included.
      limit: PAGE + 1,
    });
    for (const { pk: _, sk, ...entry } of items) {
      if (sk === before) continue;
      // A key that makes a session for each deed is one actor.
      const kind = `${entry.maker ?? entry.actor} ${entry.action}`;
      const known = alike.get(kind) ?? [];
      const last = known.at(-1);
      if (last && known.length >= LISTED_ALIKE) last.more = (last.more ?? 0) + 1;
      else if (listed.length < AUDIT_LISTED) {
        alike.set(kind, [...known, entry]);
        listed.push(entry);
      }
    }
    before = items.at(-1)?.sk ?? before;
    if (!isCutOff) break;
  }
  return listed;
}

/** How the sort key of every entry begins. */
const AUDIT = "AUDIT#";
