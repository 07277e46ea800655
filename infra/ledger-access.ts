import recorded from "./ledger-access.json" with { type: "json" };

/**
 * What each function does to the table: an action, the beginning of the partition keys that it touches, and the index
 * if it asks one. The file is not written by hand. `npm run ledger-access` runs the integration tests, the simulation
 * and the rehearsal's proof and writes down what the functions did in them (with test files as arguments it adds what
 * these show); roles allow exactly that, and all three reject what is not in it, as AWS would.
 */
export type LedgerAccess = { action: LedgerAction; prefix: string; index?: string };

export type LedgerAction = "BatchGetItem" | "GetItem" | "PutItem" | "Query" | "UpdateItem";

const ACCESS: Readonly<Record<string, readonly string[]>> = recorded;

export const ledgerAccessOf = (functionName: string): LedgerAccess[] =>
  (ACCESS[functionName] ?? []).map(parseAccess);

export function tableAccessOf(functionName: string): "none" | "read" | "read-write" {
  const access = ledgerAccessOf(functionName);
  if (access.length === 0) return "none";
  return access.some(({ action }) => action === "PutItem" || action === "UpdateItem") ? "read-write" : "read";
}

export const formatAccess = ({ action, prefix, index }: LedgerAccess): string =>
  index ? `${action} ${prefix} on ${index}` : `${action} ${prefix}`;

function parseAccess(line: string): LedgerAccess {
  const [action, prefix = "", , index] = line.split(" ");
  return { action: action as LedgerAction, prefix, ...(index && { index }) };
}
