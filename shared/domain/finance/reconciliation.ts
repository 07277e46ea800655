/**
 * What the clock asks for, once for each: the events that an account's webhook has missed, a merchant's statement, the
 * payouts of an account; and what is in one payout, for which the due list asks.
 */
export type ReconciliationJob =
  | { kind: "payouts"; merchantId: string; accountId: string }
  | { kind: "payout"; merchantId: string; payoutId: string }
  | EventsJob
  | { kind: "statement"; merchantId: string; date: string };

/** `isLost`: as the ledger knows the account, we have no access to it. */
export type EventsJob = { kind: "events"; merchantId: string; accountId: string; isLost?: true };

/** Reads a job back from its queue. */
export function parseReconciliationJob(text: string): ReconciliationJob {
  const { kind, merchantId, accountId, isLost, date, payoutId }: Record<string, unknown> = JSON.parse(text);
  if (typeof merchantId === "string" && kind === "events" && typeof accountId === "string")
    return { kind, merchantId, accountId, ...(isLost === true && { isLost }) };
  if (typeof merchantId === "string" && kind === "payouts" && typeof accountId === "string")
    return { kind, merchantId, accountId };
  if (typeof merchantId === "string" && kind === "payout" && typeof payoutId === "string")
    return { kind, merchantId, payoutId };
  if (typeof merchantId === "string" && kind === "statement" && typeof date === "string")
    return { kind, merchantId, date };
  throw new Error("Not a reconciliation job.");
}

/**
 * All accounts that a merchant has or had, the present one last: what happened on an old one is still the merchant's. An
 * account may have been detached more than once, and be the present one again.
 */
export const accountsOf = (merchant: {
  account: { processorAccountId: string } | null;
  formerAccountIds?: string[];
}): string[] => {
  const own = merchant.account ? [merchant.account.processorAccountId] : [];
  const newestFirst = [...(merchant.formerAccountIds ?? []), ...own].toReversed();
  return [...new Set(newestFirst)].toReversed();
};
