import { TABLE } from "../../shared/ledger/table.ts";
import { readSecretReports, type SecretReport } from "../../shared/runtime/secrets.ts";
import { readCallerIdentity } from "./caller-identity.ts";
import { findDeployed } from "./deployed-stack.ts";
import type { Environment } from "./environments.ts";
import { secretNameOf, tableNameOf } from "./names.ts";
import { findTableFaults } from "./restored-table.ts";

/** The region needs no comparison: cdk deploys to the stack's own, whatever the shell says. */
export async function requireAccount({ name, account, region }: Environment): Promise<void> {
  if (account === undefined) return;
  const caller = await readCallerIdentity(region);
  if (caller.account === account) return;
  throw new Error(
    `The environment ${name} is in account ${account}; these credentials are ${caller.arn} in account ${caller.account}.`,
  );
}

/**
 * The service changes its table only where that is written down and said: a deploy from an older checkout, on which a
 * restored table is not written yet, would forget everything since. `said`: what was given with -c table=….
 */
export async function requireTable(environment: Environment, said: string | undefined): Promise<void> {
  const wanted = tableNameOf(environment);
  const deployed = (await findDeployed(environment.name))?.tableName;
  if (deployed !== undefined && deployed !== wanted && said !== wanted)
    throw new Error(
      `The stack payments-${environment.name} uses the table ${deployed}, but this checkout names ${wanted}. To ` +
        `change the table, pass -c table=${wanted} (infra/runbooks/restore.md).`,
    );
  if (environment.table === undefined) return;
  const faults = await findTableFaults({ table: environment.table, keepsData: environment.keepsData });
  if (faults.length > 0)
    throw new Error(
      `The table ${environment.table} cannot be used: ${faults.join(", ")}. See infra/runbooks/restore.md.`,
    );
}

/**
 * The record of a domain's name leads to the stack's own target, and a domain that is made again has another one. So an
 * older checkout must not take it from all merchants and the processor's webhooks. `left`: what was given with
 * -c leaveDomain=….
 */
export async function requireDomain({ name, domain }: Environment, left: string): Promise<void> {
  const deployed = (await findDeployed(name))?.domain;
  if (deployed === undefined || deployed === domain?.name || deployed === left) return;
  throw new Error(
    `The stack payments-${name} answers at ${deployed}, and this deploy would remove that address. Write it into ` +
      `infra/aws/environments.ts. To remove it, pass -c leaveDomain=${deployed}.`,
  );
}

/**
 * The data is deployed first: an index that the deployed service still queries would be gone before the new service is there.
 * Going back past a release that has added one, the data stays as it is. The logs that a function has left which is there
 * again are taken in: a new group could not have their name.
 */
export async function chooseStacks({ name, atOnce = false }: Environment): Promise<string[]> {
  const queried = (await findDeployed(name))?.queriedIndexes ?? [];
  const lost = queried.filter((index) => !TABLE.indexes.some((kept) => kept.name === index));
  if (lost.length === 0) return ["--all", ...(atOnce ? ["--import-existing-resources"] : [])];
  if (atOnce) return [`payments-${name}`, "--exclusively"];
  throw new Error(
    `The stack payments-${name} still queries ${lost.join(", ")}, which this checkout removes from the table. First deploy a ` +
      "release that does not query it, then the one that removes it.",
  );
}

/**
 * The first deploy makes the secrets; a later one would only put functions into service that reject everything. Those
 * who deploy need not be allowed to read secrets: then the question that a new version is asked before it gets traffic
 * finds the fault, and cdk takes the deploy back.
 */
export async function requireSecrets({ name }: Environment): Promise<void> {
  if (!(await findDeployed(name))) return;
  const reports = await readSecretReports({
    processor: secretNameOf({ name }, "processor"),
    webhook: secretNameOf({ name }, "webhook"),
    "callback-key": secretNameOf({ name }, "callback-key"),
  });
  const wrong = reports.filter(({ state }) => state === "wrong");
  if (wrong.length === 0) return;
  const faults = wrong.map(
    (secret: SecretReport) => `${secretNameOf({ name }, secret.name)}: ${secret.says}`,
  );
  throw new Error(`Secrets of ${name} are not usable. ${faults.join(" ")}`);
}
