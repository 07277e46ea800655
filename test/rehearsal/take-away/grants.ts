import { formatAccess, ledgerAccessOf } from "../../../infra/ledger-access.ts";
import type { PolicyRequest } from "../../../infra/rehearsal/front-door/judge.ts";
import { FUNCTIONS } from "../../../infra/topology.ts";

/** A right of one function, in one line: "webhook PutItem EVENT#", "delivery GetSecretValue callback-key". */
export type Grant = string;

/** All that roles are made of. A consumer's rights on its queue come with its row, and are not taken apart. */
export const allGrants = (): Grant[] =>
  FUNCTIONS.flatMap(({ name, secrets, sends = [] }) => [
    ...ledgerAccessOf(name).map((access) => `${name} ${formatAccess(access)}`),
    ...secrets.map((secret) => `${name} GetSecretValue ${secret}`),
    ...sends.map((queue) => `${name} SendMessage ${queue}`),
  ]);

/** Which grants a call on the rehearsal makes use of. */
export function grantsFor({ caller, action, resource, keys }: PolicyRequest, environment: string): Grant[] {
  const name = caller.replace(`payments-${environment}-`, "");
  const right = action.split(":")[1] ?? "";
  const last = resource.split(/[/:]/).at(-1) ?? "";
  if (action.startsWith("sqs:")) return [`${name} ${right} ${last.replace(`payments-${environment}-`, "")}`];
  if (action.startsWith("secretsmanager:")) return [`${name} ${right} ${last.replace(/-\w{6}$/, "")}`];
  const index = /\/index\/(.+)$/.exec(resource)?.[1];
  return keys.map((key) =>
    [name, right, /^[A-Za-z]+[#_]?/.exec(key)?.[0] ?? key, ...(index ? [`on ${index}`] : [])].join(" "),
  );
}
