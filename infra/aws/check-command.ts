import { parseArgs } from "node:util";
import { GetAccountSettingsCommand, LambdaClient } from "@aws-sdk/client-lambda";
import { explainAwsError } from "./caller-identity.ts";
import {
  chooseStacks,
  requireAccount,
  requireDomain,
  requireSecrets,
  requireTable,
} from "./deploy-checks.ts";
import { findDeployed } from "./deployed-stack.ts";
import type { Environment } from "./environments.ts";
import { type Context, chooseEnvironment } from "./settings.ts";
import { requireTrail } from "./trail.ts";

/** A fault is thrown as one line. Answers what cdk's line needs besides: what only AWS knows. */
export async function checkCommand(command: string, args: string[]): Promise<string[]> {
  const { values: options } = parseArgs({
    args,
    options: { context: { type: "string", short: "c", multiple: true }, profile: { type: "string" } },
    // Everything else is cdk's affair.
    strict: false,
  });
  const context = contextIn(options.context ?? []);
  const environment = chooseEnvironment(context);
  if (command !== "deploy") return [];
  if (typeof options.profile === "string") process.env.AWS_PROFILE = options.profile;
  const stacks = await checkDeploy(environment, context);
  const deployed = await findDeployed(environment.name);
  const { total, reserved } = await readAccountConcurrency();
  const known: Record<string, string> = {
    accountConcurrency: String(total),
    reservedElsewhere: String(Math.max(0, reserved - (deployed?.reservedConcurrency ?? 0))),
    ...(deployed && { isDeployed: "true" }),
  };
  chooseEnvironment((name) => known[name] ?? context(name));
  return [...stacks, ...Object.entries(known).flatMap(([name, value]) => ["-c", `${name}=${value}`])];
}

function contextIn(given: (string | boolean)[]): Context {
  const pairs = given.map((pair) => String(pair).split(/=(.*)/s));
  const context = new Map(pairs.map(([name = "", value = ""]) => [name, value]));
  return (name) => context.get(name);
}

/** Asked with the credentials that cdk will use, and where it will deploy. Answers which stacks. */
async function checkDeploy(environment: Environment, context: Context): Promise<string[]> {
  if (environment.region) process.env.AWS_REGION = environment.region;
  await requireAccount(environment);
  const said = (name: string) => String(context(name) ?? "");
  await requireTable(environment, said("table"));
  await requireDomain(environment, said("leaveDomain"));
  const stacks = await chooseStacks(environment);
  await requireSecrets(environment);
  await requireTrail(environment);
  return stacks;
}

type AccountConcurrency = { total: number; reserved: number };

/** A new account may have 10. `reserved`: by all stacks of the account, this one included. */
async function readAccountConcurrency(): Promise<AccountConcurrency> {
  const client = new LambdaClient({ maxAttempts: 2 });
  try {
    const { AccountLimit } = await client.send(new GetAccountSettingsCommand({}));
    const { ConcurrentExecutions: total, UnreservedConcurrentExecutions: unreserved } = AccountLimit ?? {};
    if (total !== undefined && unreserved !== undefined) return { total, reserved: total - unreserved };
  } catch (error) {
    const name = error instanceof Error ? error.name : String(error);
    throw new Error(
      explainAwsError(error) ??
        `The account's Lambda concurrency could not be read (${name}). Allow lambda:GetAccountSettings.`,
    );
  } finally {
    client.destroy();
  }
  throw new Error("Lambda does not return the account's concurrency.");
}
