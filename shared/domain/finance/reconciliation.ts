/** What the clock asks for, once for each: the events that an account's webhook has missed, or a merchant's statement. */
export type ReconciliationJob =
  | { kind: "events"; merchantId: string; accountId: string }
  | { kind: "statement"; merchantId: string; date: string };

/** Reads a job back from its queue. */
export function parseReconciliationJob(text: string): ReconciliationJob {
  const { kind, merchantId, accountId, date } = JSON.parse(text) as Record<string, unknown>;
  if (typeof merchantId === "string" && kind === "events" && typeof accountId === "string")
    return { kind, merchantId, accountId };
  if (typeof merchantId === "string" && kind === "statement" && typeof date === "string")
    return { kind, merchantId, date };
  throw new Error("Not a reconciliation job.");
}

/** All accounts that a merchant has or had: what happened on an old one is still the merchant's. */
export const accountsOf = (merchant: {
  account: { processorAccountId: string } | null;
  formerAccountIds?: string[];
}): string[] => [
  ...new Set([
    ...(merchant.formerAccountIds ?? []),
    ...(merchant.account ? [merchant.account.processorAccountId] : []),
  ]),
];
