import type { AccountDay } from "./balance.ts";
import { type DayActivity, noActivity } from "./day-activity.ts";
import {
  type Difference,
  type FoundDifferences,
  type LineChunks,
  NO_DIFFERENCES,
  type PayoutThatDay,
  type Total,
} from "./statement.ts";

/**
 * What an intent turned out to be. `foreign`: it carries the id of a payment that is not its own. `unexplained`: it cannot
 * be read, or the charge that would lead to it cannot.
 */
export type Verdict =
  | { kind: "matched" | "differs"; svcPaymentId: string }
  | { kind: "merchants_own" }
  | { kind: "foreign" | "unexplained" };

export type DayCursor = {
  /** Accounts whose money was looked through, and where it is continued of the next one. */
  accountIds: string[];
  movements?: { accountId: string; sinceMs: number; after?: string | undefined } | undefined;
  /** Accounts whose unpaid intents were listed, and where the list of the next one is continued. */
  intents?: { accountIds: string[]; listing?: { accountId: string; after: string } };
  /** Of the slice that is being summed: where the last page of the ledger's payments ended. */
  payments?: { paymentSort: string } | "listed" | undefined;
  /** Accounts that were lost after something of them was read, which is in the totals. */
  lostAccountIds?: string[];
  /** Once all money was looked through: how many slices there are, and how many of them are summed. */
  slices?: { count: number; summed: number };
  /** Of the day's events, newest first: where counting goes on. */
  events?: { before: string } | "counted";
};

/** What the slices have come to so far. */
export type DaySums = {
  /** How many intents, by what they turned out to be. */
  verdicts: Partial<Record<Verdict["kind"], number>>;
  differences: FoundDifferences;
  lines: LineChunks[];
};

export type DayProgress = {
  date: string;
  cursor: DayCursor;
  totals: Total[];
  unreachableAccounts: string[];
  payouts: PayoutThatDay[];
  payoutsReturned: PayoutThatDay[];
  accounts: AccountDay[];
  /** How many lines of money were looked through that are about a payment, of ours or not, and how many unpaid intents. */
  lines: number;
  sums: DaySums;
  activity: DayActivity;
};

export const newDayProgress = (date: string): DayProgress => ({
  date,
  cursor: { accountIds: [] },
  totals: [],
  unreachableAccounts: [],
  payouts: [],
  payoutsReturned: [],
  accounts: [],
  lines: 0,
  sums: { verdicts: {}, differences: NO_DIFFERENCES, lines: [] },
  activity: noActivity(),
});

/** What one of its parts holds. A verdict is by intent; by charge or fee where no intent is known. */
export type DayFindings = {
  verdicts: [string, Verdict][];
  differences: Difference[];
};

/** An item of the table holds 400 KB. Packed, a verdict takes about 60 bytes, a difference about 200. */
const PER_PART = 1000;

/** As texts, each small enough for a part. */
export function partsOf({ verdicts, differences }: DayFindings): string[] {
  const count = Math.ceil(Math.max(verdicts.length, differences.length) / PER_PART);
  return Array.from({ length: count }, (_, nth) => {
    const range = [nth * PER_PART, (nth + 1) * PER_PART] as const;
    const part: DayFindings = {
      verdicts: verdicts.slice(...range),
      differences: differences.slice(...range),
    };
    return JSON.stringify(part);
  });
}

export const findingsIn = (part: string): DayFindings => JSON.parse(part);

export type Slice = { nth: number; count: number };

/** Which slice a key belongs to: an intent with all that was found of it. */
export function isInSlice(key: string, { nth, count }: Slice): boolean {
  if (count === 1) return true;
  let hash = 0x811c9dc5;
  for (let index = 0; index < key.length; index++)
    hash = Math.imul(hash ^ key.charCodeAt(index), 0x01000193) >>> 0;
  return hash % count === nth;
}

/**
 * Of an intent that was judged twice, because the first verdict was forgotten or was corrected by the ledger: that it is
 * a payment's stays, and so does that it differed.
 */
export function laterVerdict(before: Verdict | undefined, now: Verdict): Verdict {
  if (!before || !("svcPaymentId" in before)) return now;
  if (!("svcPaymentId" in now)) return before;
  return before.kind === "differs" && before.svcPaymentId === now.svcPaymentId ? before : now;
}
