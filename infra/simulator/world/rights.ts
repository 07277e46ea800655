/** How much of a kind of object a restricted key may do. */
export const LEVELS = ["none", "read", "write"] as const;
export type Level = (typeof LEVELS)[number];

/**
 * Fact 31: what a restricted key is given, on the platform and in its connected accounts alike. The names are those of
 * the dashboard; a kind of object that is not here is not in the key's reach.
 */
export const DOCUMENTED_RIGHTS = {
  account_links: "write",
  accounts: "write",
  application_fees: "write",
  balance_transaction_sources: "read",
  charges: "write",
  customers: "none",
  disputes: "read",
  events: "read",
  payment_intents: "write",
  payouts: "read",
  refunds: "write",
  terminal: "write",
} as const satisfies Record<string, Level>;

type Right = keyof typeof DOCUMENTED_RIGHTS;
export type Rights = Record<Right, Level>;

/** The right that a path belongs to, by its first segment. */
const RIGHT_OF_PATH: Record<string, Right> = {
  account_links: "account_links",
  accounts: "accounts",
  application_fees: "application_fees",
  balance_transactions: "balance_transaction_sources",
  charges: "charges",
  customers: "customers",
  disputes: "disputes",
  events: "events",
  payment_intents: "payment_intents",
  payouts: "payouts",
  refunds: "refunds",
  terminal: "terminal",
  test_helpers: "terminal",
};

/** The right that a request lacks, if it lacks one. */
export function missingRight(rights: Rights, method: string, path: string): string | undefined {
  const right = RIGHT_OF_PATH[path.split("/")[2] ?? ""];
  if (right === undefined) {
    return "unknown";
  }
  const level = rights[right];
  const isGiven = method === "GET" ? level !== "none" : level === "write";
  return isGiven ? undefined : `${right}_${method === "GET" ? "read" : "write"}`;
}
