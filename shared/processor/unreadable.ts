import { processorSays } from "../domain/failure.ts";
import { fetchAccount } from "./accounts.ts";
import { NotUnderstood } from "./snapshot.ts";

export type Unreadable = { kind: "not_understood" } | { kind: "missing" } | { kind: "out_of_reach" };

/**
 * Why an object cannot be read, if asking again at once would not help. `missing`: the account has no such object.
 * `out_of_reach`: the account has withdrawn our access. The account itself must confirm that, because what is out of
 * reach is not looked at again, and one answer may be a temporary fault.
 */
export async function classifyReadFailure(
  error: unknown,
  accountId?: string,
): Promise<Unreadable | { kind: "passing" }> {
  if (error instanceof NotUnderstood) return { kind: "not_understood" };
  const said = processorSays(error);
  if (said === "account_lost" && accountId)
    return { kind: (await isLost(accountId)) ? "out_of_reach" : "passing" };
  return { kind: said === "missing" ? "missing" : "passing" };
}

/** Where the account cannot be fetched either, nothing is known. */
const isLost = (accountId: string): Promise<boolean> =>
  fetchAccount(accountId).then(
    ({ deauthorized }) => deauthorized,
    () => false,
  );
