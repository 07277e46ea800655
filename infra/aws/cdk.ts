import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { parseArgs } from "node:util";
import { readSecretReports, type SecretReport } from "../../shared/secrets.ts";
import { readCallerIdentity } from "./caller-identity.ts";
import { findDeployedSecrets } from "./deployed-stack.ts";
import type { Environment } from "./environments.ts";
import { chooseEnvironment } from "./settings.ts";

/**
 * `npm run synth|diff|deploy -- -c env=…`: cdk, after what can be wrong has been checked. Whatever is wrong is said in
 * one line, and nothing is deployed; cdk alone would say it in many, and some of it not at all.
 */
const [command = "", ...args] = process.argv.slice(2);
const { values: options } = parseArgs({
  args,
  options: { context: { type: "string", short: "c", multiple: true }, profile: { type: "string" } },
  // Everything else is cdk's affair.
  strict: false,
});

try {
  const environment = chooseEnvironment(contextIn(options.context ?? []));
  if (command === "deploy") {
    await requireAccount(environment);
    await requireSecrets(environment);
  }
  process.exitCode = await runCdk([command, ...args]);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

function contextIn(given: (string | boolean)[]) {
  const pairs = given.map((pair) => String(pair).split(/=(.*)/s));
  const context = new Map(pairs.map(([name = "", value = ""]) => [name, value]));
  return (name: string) => context.get(name);
}

/** The region needs no comparison: cdk deploys to the stack's own, whatever the shell says. */
async function requireAccount({ name, account, region }: Environment): Promise<void> {
  if (account === undefined) return;
  // Asked with the credentials that cdk will use.
  if (typeof options.profile === "string") process.env.AWS_PROFILE = options.profile;
  const caller = await readCallerIdentity(region);
  if (caller.account === account) return;
  throw new Error(
    `The environment ${name} is in account ${account}; these credentials are ${caller.arn} in account ${caller.account}.`,
  );
}

/**
 * The first deploy makes the secrets; a later one would only put functions into service that refuse everything. Those
 * who deploy need not be allowed to read secrets: then the question that a new version is asked before it gets traffic
 * finds the fault, and cdk takes the deploy back.
 */
async function requireSecrets({ name, region }: Environment): Promise<void> {
  if (region) process.env.AWS_REGION ??= region;
  const reports = await lookAtSecrets(name);
  const wrong = reports.filter(({ state }) => state === "wrong");
  if (wrong.length === 0) return;
  const faults = wrong.map((secret) => `payments/${name}/${secret.name}: ${secret.says}`);
  throw new Error(`Secrets of ${name} do not serve. ${faults.join(" ")}`);
}

async function lookAtSecrets(environment: string): Promise<SecretReport[]> {
  try {
    const arns = await findDeployedSecrets(environment);
    return arns ? await readSecretReports(arns) : [];
  } catch (error) {
    console.error(`The secrets were not looked at. ${error instanceof Error ? error.message : error}`);
    return [];
  }
}

function runCdk(all: string[]): Promise<number> {
  const cdk = createRequire(import.meta.url).resolve("aws-cdk/bin/cdk");
  const child = spawn(process.execPath, [cdk, ...all], { stdio: "inherit" });
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code) => resolve(code ?? 1));
  });
}
