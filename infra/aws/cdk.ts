import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { parseArgs } from "node:util";
import { requireAccount, requireDomain, requireSecrets, requireTable } from "./deploy-checks.ts";
import type { Environment } from "./environments.ts";
import { type Context, chooseEnvironment } from "./settings.ts";

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
  const context = contextIn(options.context ?? []);
  const environment = chooseEnvironment(context);
  if (command === "deploy") await checkDeploy(environment, context);
  // The data first, then the service: cdk knows the order, and stops at the first that fails.
  process.exitCode = await runCdk([command, ...(command === "deploy" ? ["--all"] : []), ...args]);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

function contextIn(given: (string | boolean)[]): Context {
  const pairs = given.map((pair) => String(pair).split(/=(.*)/s));
  const context = new Map(pairs.map(([name = "", value = ""]) => [name, value]));
  return (name) => context.get(name);
}

/** Asked with the credentials that cdk will use, and where it will deploy. */
async function checkDeploy(environment: Environment, context: Context): Promise<void> {
  if (typeof options.profile === "string") process.env.AWS_PROFILE = options.profile;
  if (environment.region) process.env.AWS_REGION = environment.region;
  await requireAccount(environment);
  await requireTable(environment, String(context("table") ?? ""));
  await requireDomain(environment, String(context("leaveDomain") ?? ""));
  await requireSecrets(environment);
}

function runCdk(all: string[]): Promise<number> {
  const cdk = createRequire(import.meta.url).resolve("aws-cdk/bin/cdk");
  const child = spawn(process.execPath, [cdk, ...all], { stdio: "inherit" });
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code) => resolve(code ?? 1));
  });
}
