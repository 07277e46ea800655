import type { Difference, MovedPayment, PayoutThatDay, Total } from "./statement.ts";

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
  /** Of the ledger's payments: where the last page ended. */
  payments?: { paymentSort: string } | undefined;
  /** Accounts that were lost after something of them was read, which is in the totals. */
  lostAccountIds?: string[];
};

export type DayProgress = {
  date: string;
  cursor: DayCursor;
  totals: Total[];
  unreachableAccounts: string[];
  payouts?: PayoutThatDay[];
};

export const newDayProgress = (date: string): DayProgress => ({
  date,
  cursor: { accountIds: [] },
  totals: [],
  unreachableAccounts: [],
  payouts: [],
});

/** What one of its parts holds. A verdict is by intent; by charge or fee where no intent is known. */
export type DayFindings = {
  verdicts: [string, Verdict][];
  differences: Difference[];
  moved?: MovedPayment[];
};

/** An item holds 400 KB, and one of these is far below 1 KB. */
const PER_PART = 300;

export function partsOf({ verdicts, differences, moved = [] }: DayFindings): string[] {
  const count = Math.ceil(Math.max(verdicts.length, differences.length, moved.length) / PER_PART);
  return Array.from({ length: count }, (_, nth) => {
    const range = [nth * PER_PART, (nth + 1) * PER_PART] as const;
    const part: DayFindings = {
      verdicts: verdicts.slice(...range),
      differences: differences.slice(...range),
      moved: moved.slice(...range),
    };
    return JSON.stringify(part);
  });
}

export const findingsIn = (part: string): DayFindings => JSON.parse(part);
