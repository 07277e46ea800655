import { sha256Hex } from "../id.ts";

/*
 * A merchant's audit entries are numbered, and each holds the hash of the one before, so that whoever overwrites or
 * removes one breaks the chain behind it. Roles cannot be kept from overwriting: IAM does not know "only if absent". The
 * newest entry has nothing behind it, and who rewrites all entries from one on makes a whole chain again. Against that
 * the daily check keeps the newest hash where no writer may write, and every writer logs the hashes of its entries.
 */

/** Who did what to a merchant's settings, and when. Never a secret. */
export type AuditEntry = {
  at: number;
  /** An API key's id, a console session's, or the identity that AWS gave an operator. */
  actor: string;
  /** Who made the console session that is the actor: an API key's id, or an operator. */
  maker?: string | undefined;
  action: string;
  subject?: string | undefined;
  /** Why an operator did it, or that more like it followed. */
  reason?: string | undefined;
  /** What the operator added; it is not checked. */
  remark?: string | undefined;
};

export type ChainedEntry = AuditEntry & {
  /** From 1, without a gap. */
  number: number;
  previous: string;
  /** What an erasure takes out, hashed with a salt that it takes out too: so the chain outlives it. */
  details: string;
  salt?: string | undefined;
  erasedAt?: number | undefined;
};

const ATTRIBUTES: ReadonlySet<string> = new Set([
  ...["at", "actor", "maker", "action", "subject", "reason", "remark"],
  ...["number", "previous", "details", "salt", "erasedAt"],
]);

const hashOf = (...parts: readonly unknown[]): string => sha256Hex(JSON.stringify(parts));

const detailsOf = ({ subject = "", reason = "", remark = "" }: AuditEntry, salt: string): string =>
  hashOf(salt, subject, reason, remark);

export const hashOfEntry = (merchantId: string, entry: ChainedEntry): string => {
  const { number, previous, at, actor, maker = "", action, details } = entry;
  return hashOf(merchantId, number, previous, at, actor, maker, action, details);
};

export const chainEntry = (
  merchantId: string,
  last: ChainedEntry | undefined,
  { entry, salt }: { entry: AuditEntry; salt: string },
): ChainedEntry => ({
  ...entry,
  number: (last?.number ?? 0) + 1,
  previous: last ? hashOfEntry(merchantId, last) : "",
  details: detailsOf(entry, salt),
  salt,
});

/** The newest entry of a check. */
export type AuditHead = { number: number; hash: string };

export type AuditFault = { number: number; fault: "missing" | "changed" | "rewritten" };

const BEGINNING: AuditHead = { number: 0, hash: "" };

/**
 * `next` is called with all entries of a merchant that come after `from`, oldest first; `end` answers what is wrong, and
 * the newest.
 */
export function checkChain(
  merchantId: string,
  {
    isErased,
    known,
    from = BEGINNING,
  }: { isErased: boolean; known?: AuditHead | undefined; from?: AuditHead | undefined },
) {
  const faults: AuditFault[] = [];
  let head = from;
  let isKnownSeen = known === undefined || known.number <= from.number;
  return {
    next(entry: ChainedEntry): void {
      const { number } = entry;
      if (number !== head.number + 1) faults.push({ number: head.number + 1, fault: "missing" });
      else if (entry.previous !== head.hash && number > 1)
        faults.push({ number: number - 1, fault: "changed" });
      if (!isWhole(entry, isErased)) faults.push({ number, fault: "changed" });
      head = { number, hash: hashOfEntry(merchantId, entry) };
      if (number !== known?.number) return;
      isKnownSeen = true;
      if (head.hash !== known.hash) faults.push({ number, fault: "rewritten" });
    },
    /** `isPart`: there are more entries, which another check will read. */
    end(isPart = false): { faults: AuditFault[]; head: AuditHead } {
      if (known && !isKnownSeen && !isPart) faults.push({ number: known.number, fault: "missing" });
      return { faults, head };
    },
  };
}

/** An attribute beside these may be an end that removes the entry. Only an erased merchant's lack their details. */
function isWhole(entry: ChainedEntry, isErased: boolean): boolean {
  if (Object.keys(entry).some((name) => !ATTRIBUTES.has(name))) return false;
  if (entry.erasedAt !== undefined) return isErased && entry.salt === undefined;
  return entry.salt !== undefined && entry.details === detailsOf(entry, entry.salt);
}
