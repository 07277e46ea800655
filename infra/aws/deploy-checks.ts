import { TABLE } from "../../shared/ledger/table.ts";
import { readSecretReports, type SecretReport } from "../../shared/runtime/secrets.ts";
import { readCallerIdentity } from "./caller-identity.ts";
import { findDeployed } from "./deployed-stack.ts";
import type { Environment } from "./environments.ts";
import { tableNameOf } from "./names.ts";
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
 * The record of a domain's name leads to the stack's own target, and a domain that is made again has another one. So a
 * command line that merely leaves it out must not take it from all merchants and the processor's webhooks. Nor may it
 * open the API's first address again, past whatever was put in front of the domain. `said`: what was given with
 * -c leaveDomain=… and -c domainOnly=….
 */
export async function requireDomain(
  { name, domain }: Environment,
  said: { leaveDomain: string; domainOnly: string },
): Promise<void> {
  const deployed = await findDeployed(name);
  if (deployed?.domain === undefined || deployed.domain === said.leaveDomain) return;
  if (deployed.domain !== domain?.name)
    throw new Error(
      `The stack payments-${name} answers at ${deployed.domain}, and this deploy would remove that address. Pass ` +
        `-c domain=${deployed.domain} -c certificate=…, or write it into infra/aws/environments.ts. To remove it, pass ` +
        `-c leaveDomain=${deployed.domain}.`,
    );
  if (deployed.domainOnly && !domain.only && said.domainOnly !== "false")
    throw new Error(
      `The stack payments-${name} answers at ${deployed.domain} alone, and this deploy would open the API's first address ` +
        "again. Pass -c domainOnly=true, or write only: true into infra/aws/environments.ts. To open it, pass " +
        "-c domainOnly=false.",
    );
}

/** A command line that merely leaves it out must not leave alarms without anybody who hears of them. */
export async function requireAlarmEmail(environment: Environment, left: string): Promise<void> {
  const told = (await findDeployed(environment.name))?.alarmEmail;
  if (told === undefined || environment.alarmEmail !== undefined || left === told) return;
  throw new Error(
    `The alarms of payments-${environment.name} are sent to ${told}, and this deploy would end that. Pass ` +
      `-c alarmEmail=${told}, or write it into infra/aws/environments.ts. To end it, pass -c leaveAlarmEmail=${told}.`,
  );
}

/** The data is deployed first: an index that the deployed service still queries would be gone before the new service is there. */
export async function requireQueriedIndexes({ name }: Environment): Promise<void> {
  const queried = (await findDeployed(name))?.queriedIndexes ?? [];
  const lost = queried.filter((index) => !TABLE.indexes.some((kept) => kept.name === index));
  if (lost.length === 0) return;
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
  const secrets = (await findDeployed(name))?.secrets;
  const reports = secrets ? await readSecretReports(secrets) : [];
  const wrong = reports.filter(({ state }) => state === "wrong");
  if (wrong.length === 0) return;
  const faults = wrong.map((secret: SecretReport) => `payments/${name}/${secret.name}: ${secret.says}`);
  throw new Error(`Secrets of ${name} are not usable. ${faults.join(" ")}`);
}
