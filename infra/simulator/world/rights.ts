import type { Kind } from "../storage/kinds.ts";

/** How much of a kind of object a restricted key may do. */
export const LEVELS = ["none", "read", "write"] as const;
export type Level = (typeof LEVELS)[number];

/**
 * Fact 31: what a restricted key is given, on the platform and in its connected accounts alike, by the names that the
 * processor gives to permissions. A kind of object that is not here is not in the key's reach.
 */
export const DOCUMENTED_RIGHTS = {
  account_link: "write",
  application_fee: "write",
  balance: "read",
  balance_transaction_source: "read",
  charge: "write",
  connected_account: "write",
  customer: "write",
  dispute: "read",
  event: "read",
  payment_intent: "write",
  payment_method: "write",
  payment_method_domain: "write",
  payout: "read",
  setup_intent: "write",
  terminal_connection_token: "write",
  terminal_location: "write",
  terminal_reader: "write",
  v2_account_storer: "write",
} as const satisfies Record<string, Level>;

type Right = keyof typeof DOCUMENTED_RIGHTS;
type Rights = Record<Right, Level>;

/** The two columns of the processor's page: for the platform's own objects, and for those of its connected accounts. */
export const COLUMNS = ["platform", "accounts"] as const;
export type Columns = Record<(typeof COLUMNS)[number], Rights>;

/** The right that a path belongs to, by its first segments. Refunds are a part of their charges. */
const RIGHT_OF_PATH: Record<string, Right> = {
  account_links: "account_link",
  accounts: "connected_account",
  application_fees: "application_fee",
  balance: "balance",
  balance_transactions: "balance_transaction_source",
  charges: "charge",
  "core/account_links": "v2_account_storer",
  "core/accounts": "v2_account_storer",
  customers: "customer",
  disputes: "dispute",
  events: "event",
  payment_intents: "payment_intent",
  payment_method_domains: "payment_method_domain",
  payment_methods: "payment_method",
  payouts: "payout",
  refunds: "charge",
  setup_intents: "setup_intent",
  "terminal/connection_tokens": "terminal_connection_token",
  "terminal/locations": "terminal_location",
  "terminal/readers": "terminal_reader",
  "test_helpers/terminal": "terminal_reader",
};

/** Who expands an answer needs the right to read what it is expanded by. */
const RIGHT_OF_KIND: Partial<Record<Kind, Right>> = {
  application_fee: "application_fee",
  balance_transaction: "balance_transaction_source",
  charge: "charge",
  customer: "customer",
  payment_intent: "payment_intent",
  "terminal.location": "terminal_location",
};

export type Wanted = { method: string; path: string; returnsFee: boolean; isOnPlatform: boolean };

/**
 * The right that a request lacks, if it lacks one. That a refund which returns a fee needs the right to write fees, and
 * on the platform, which earned it, is not settled (fact 31): here it does.
 */
export function missingRight(columns: Columns, wanted: Wanted): string | undefined {
  const { method, path, returnsFee } = wanted;
  const [, , first = "", second = ""] = path.split("/");
  const right = RIGHT_OF_PATH[first] ?? RIGHT_OF_PATH[`${first}/${second}`];
  if (right === undefined) return "unknown";
  const action = method === "GET" ? "read" : "write";
  if (!isGiven(columnOf(columns, wanted)[right], action)) return nameOf(right, action);
  const mayReturn = !returnsFee || isGiven(columns.platform.application_fee, "write");
  return mayReturn ? undefined : nameOf("application_fee", "write");
}

const columnOf = (columns: Columns, { isOnPlatform }: Pick<Wanted, "isOnPlatform">): Rights =>
  isOnPlatform ? columns.platform : columns.accounts;

/** The right to see what an answer would be expanded by, if it is missing. A line's source comes with the line. */
export function missingSight(
  columns: Columns,
  kind: Kind,
  where: Pick<Wanted, "isOnPlatform">,
): string | undefined {
  const right = RIGHT_OF_KIND[kind];
  const isSeen = right === undefined || isGiven(columnOf(columns, where)[right], "read");
  return isSeen ? undefined : nameOf(right, "read");
}

const isGiven = (level: Level, action: "read" | "write"): boolean =>
  action === "read" ? level !== "none" : level === "write";

const nameOf = (right: Right, action: "read" | "write"): string => `rak_${right}_${action}`;
