import { processorSays } from "../domain/failure.ts";

/** The processor answered with something of a later API version: a status, or a shape, that we do not know. */
export class NotUnderstood extends Error {
  override readonly name = "NotUnderstood";
}

export type Unreadable = { kind: "not_understood" } | { kind: "missing" } | { kind: "out_of_reach" };

/**
 * Why an object of the processor's cannot be read, where asking again at once would change nothing. `missing`: the
 * account has no such object. `out_of_reach`: the account has withdrawn our access.
 */
export function whyUnreadable(error: unknown): Unreadable | { kind: "passing" } {
  if (error instanceof NotUnderstood) return { kind: "not_understood" };
  const said = processorSays(error);
  if (said === "account_lost") return { kind: "out_of_reach" };
  return { kind: said === "missing" ? "missing" : "passing" };
}
