import type { AuditEntry, AuditHead, ChainedEntry } from "../domain/access/audit-chain.ts";
import { getItem, putNewItem } from "./client.ts";
import { absent } from "./expressions.ts";
import { queryItems, queryPage, updateItem } from "./items.ts";
import { auditHeadKey, auditKey, auditPartition, type Key } from "./table.ts";

/** `more`: so many older ones of the same actor and action are left out. */
export type ListedAudit = AuditEntry & { more?: number };

export const AUDIT_LISTED = 100;

/** Of one actor's deeds of one kind so many are listed: a hundred cheap ones must not push a rare one out of sight. */
const LISTED_ALIKE = 10;

/** So many entries are looked at. An export of the merchant has all. */
const PAGE = 100;
const MAX_PAGES = 50;

/** false: another one has this number. */
export const createAuditEntry = (merchantId: string, entry: ChainedEntry): Promise<boolean> =>
  putNewItem({ ...auditKey(merchantId, entry.number), ...entry });

/** Newest first. */
export async function findNewestAudit(merchantId: string, limit: number): Promise<ChainedEntry[]> {
  const query = { partition: auditPartition(merchantId), descending: true, limit };
  return (await queryItems<ChainedEntry & Key>(query)).map(withoutKey);
}

const withoutKey = ({ pk: _pk, sk: _sk, ...entry }: ChainedEntry & Key): ChainedEntry => entry;

/** All, oldest first. */
export async function* auditPages(merchantId: string): AsyncGenerator<ChainedEntry[]> {
  const partition = auditPartition(merchantId);
  let after: string | undefined = "AUDIT#";
  while (after !== undefined) {
    const page: { items: (ChainedEntry & Key)[]; isCutOff: boolean } = await queryPage({
      ...{ partition, after, limit: PAGE },
    });
    yield page.items.map(withoutKey);
    after = page.isCutOff ? page.items.at(-1)?.sk : undefined;
  }
}

/** A key that makes a session for each deed is one actor. */
const kindOf = ({ maker, actor, action }: AuditEntry): string => `${maker ?? actor} ${action}`;

/** Newest first. */
export async function listAudit(merchantId: string): Promise<ListedAudit[]> {
  const listed: ListedAudit[] = [];
  const alike = new Map<string, ListedAudit[]>();
  let before = auditKey(merchantId, Number.MAX_SAFE_INTEGER).sk;
  for (let page = 0; page < MAX_PAGES && listed.length < AUDIT_LISTED; page++) {
    const { items, isCutOff } = await queryPage<ChainedEntry & Key>({
      ...{ partition: auditPartition(merchantId), between: ["AUDIT#", before], descending: true },
      // The one to go on from is included.
      limit: PAGE + 1,
    });
    for (const item of items) {
      if (item.sk === before) continue;
      const entry: ListedAudit = withoutKey(item);
      const known = alike.get(kindOf(entry)) ?? [];
      const last = known.at(-1);
      if (last && known.length >= LISTED_ALIKE) last.more = (last.more ?? 0) + 1;
      else if (listed.length < AUDIT_LISTED) {
        alike.set(kindOf(entry), [...known, entry]);
        listed.push(entry);
      }
    }
    before = items.at(-1)?.sk ?? before;
    if (!isCutOff) break;
  }
  return listed;
}

/** Where a check has come to, and which faults were reported. */
export type CheckedAudit = AuditHead & { reported?: string[] };

export const findCheckedAudit = (merchantId: string): Promise<CheckedAudit | undefined> =>
  getItem<CheckedAudit>(auditHeadKey(merchantId));

/** `known`: what was found before; of two checks at once one is kept. */
export const saveCheckedAudit = (
  merchantId: string,
  { number, hash, reported = [] }: CheckedAudit,
  known: CheckedAudit | undefined,
): Promise<unknown> =>
  updateItem<CheckedAudit>(auditHeadKey(merchantId), {
    set: { number, hash, reported },
    onlyIf: { hash: known?.hash ?? absent },
    returnItem: false,
  });
