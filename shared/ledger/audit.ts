import type { AuditEntry, AuditHead, ChainedEntry } from "../domain/access/audit-chain.ts";
import { getItem, putNewItem } from "./client.ts";
import { absent, queryItems, queryPage, updateItem } from "./expressions.ts";
import type { MerchantPlace } from "./merchants.ts";
import { auditHeadKey, auditKey, auditPartition, auditRoundKey, type Key } from "./table.ts";

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

/** All after this number, oldest first. */
export async function* auditPages(merchantId: string, afterNumber = 0): AsyncGenerator<ChainedEntry[]> {
  const partition = auditPartition(merchantId);
  let after: string | undefined = afterNumber === 0 ? "AUDIT#" : auditKey(merchantId, afterNumber).sk;
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

/**
 * The newest entry of the last whole check, and which faults were reported. `checkedOn`: the round that made it. `part`:
 * how far the next round's check has come.
 */
export type CheckedAudit = AuditHead & {
  reported?: string[];
  checkedOn?: string | undefined;
  part?: AuditHead | undefined;
};

export const findCheckedAudit = (merchantId: string): Promise<CheckedAudit | undefined> =>
  getItem<CheckedAudit>(auditHeadKey(merchantId));

/** `known`: what was found before; of two checks at once one is kept. */
export const saveCheckedAudit = (
  merchantId: string,
  { number, hash, reported = [], checkedOn, part }: CheckedAudit,
  known: CheckedAudit | undefined,
): Promise<unknown> =>
  updateItem<CheckedAudit>(auditHeadKey(merchantId), {
    set: { number, hash, reported, checkedOn, part },
    remove: part ? [] : ["part"],
    onlyIf: { hash: known?.hash ?? absent },
    returnItem: false,
  });

/** A look at all merchants' audits: after whom it goes on. `step` tells two functions apart that go on at once. */
export type AuditRound = {
  startedOn: string;
  step: number;
  after?: MerchantPlace | undefined;
  isDone: boolean;
};

export const findAuditRound = (): Promise<AuditRound | undefined> => getItem<AuditRound>(auditRoundKey());

/** undefined: another function goes on with it. */
export async function saveAuditRound(
  { startedOn, step }: AuditRound,
  { after, isDone }: Pick<AuditRound, "after" | "isDone">,
): Promise<AuditRound | undefined> {
  const next: AuditRound = { startedOn, after, isDone, step: step + 1 };
  const outcome = await updateItem<AuditRound>(auditRoundKey(), {
    set: next,
    remove: after ? [] : ["after"],
    onlyIf: { step: step === 0 ? absent : step },
    returnItem: false,
  });
  return outcome.written ? next : undefined;
}
