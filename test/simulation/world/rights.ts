import { formatAccess, type LedgerAccess, ledgerAccessOf } from "../../../infra/ledger-access.ts";
import { FUNCTIONS, type FunctionSpec } from "../../../infra/topology.ts";
import { current } from "./simulation.ts";

/*
 * Stands where IAM stands on AWS: a function is rejected what its role lacks. The role is read off the same data of which
 * the stack makes it. An operator's command has a role of its own, which is not looked at here.
 */

const RIGHTS = new Map<string, ReadonlySet<string>>(FUNCTIONS.map((spec) => [spec.name, rightsOf(spec)]));

function rightsOf({ name, secrets, sends = [], consumes }: FunctionSpec): ReadonlySet<string> {
  return new Set([
    ...ledgerAccessOf(name).map(formatAccess),
    ...secrets.map((secret) => `GetSecretValue ${secret}`),
    ...sends.map((queue) => `SendMessage ${queue}`),
    ...(consumes ? [`ChangeMessageVisibility ${consumes.queue}`] : []),
  ]);
}

/** Then everything passes, and what was made use of becomes the record (npm run ledger-access). */
const IS_RECORDING = process.env.RECORD_LEDGER_ACCESS !== undefined;

class AccessDeniedException extends Error {
  override name = "AccessDeniedException";
}

export function requireAccess(accesses: readonly LedgerAccess[]): void {
  for (const access of accesses) requireRight(formatAccess(access));
}

/** Of the function whose call is being applied. */
export function requireRight(right: string): void {
  const simulation = current();
  const name = simulation.writer?.name;
  const rights = name === undefined ? undefined : RIGHTS.get(name);
  if (name === undefined || !rights) return;
  const used = simulation.rights.get(name) ?? new Set();
  if (used.size === 0) simulation.rights.set(name, used);
  used.add(right);
  if (rights.has(right) || IS_RECORDING) return;
  simulation.violate("rights", `the role of ${name} does not allow ${right}`);
  throw new AccessDeniedException(`The role of ${name} does not allow ${right}.`);
}
