/** What a schedule asks for, one job per account or merchant; for the lines of one payout the due list asks. */
export type ReconciliationJob =
  | { kind: "payouts"; merchantId: string; accountId: string }
  | { kind: "payout"; merchantId: string; payoutId: string }
  | EventsJob
  | { kind: "statement"; merchantId: string; date: string };

/** `mustSync`: the merchant's present account is not enabled, so it is asked for even if no event tells of it. */
export type EventsJob = { kind: "events"; merchantId: string; accountId: string; mustSync?: true };

export function parseReconciliationJob(text: string): ReconciliationJob {
  const { kind, merchantId, accountId, mustSync, date, payoutId }: Record<string, unknown> = JSON.parse(text);
  if (typeof merchantId === "string" && kind === "events" && typeof accountId === "string")
    return { kind, merchantId, accountId, ...(mustSync === true && { mustSync }) };
  if (typeof merchantId === "string" && kind === "payouts" && typeof accountId === "string")
    return { kind, merchantId, accountId };
  if (typeof merchantId === "string" && kind === "payout" && typeof payoutId === "string")
    return { kind, merchantId, payoutId };
  if (typeof merchantId === "string" && kind === "statement" && typeof date === "string")
    return { kind, merchantId, date };
  throw new Error("Not a reconciliation job.");
}

/**
 * All accounts that a merchant has or had, the present one last: payments on an old one are still the merchant's. An
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
