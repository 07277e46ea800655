import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { Failure } from "../../shared/domain/failure.ts";
import { logOutput } from "../../shared/runtime/logger.ts";
import { deployedApiUrl, readDeployment } from "../aws/deployed-stack.ts";
import { followClock } from "../local/clock.ts";
import type { Demo } from "../local/demo.ts";
import { environmentFile, readJson } from "../local/state.ts";
import { readRelease } from "../release.ts";

const PROBE_MS = 2_000;

/** Permissions of the local stack that a shell may still carry; a deployed sender does not have them. */
const LOCAL_ONLY = ["CALLBACK_ALLOW_LOOPBACK", "PROCESSOR_BASE_URL"];

/**
 * Everything in shared/ reads its settings on first use, as on Lambda. So they are set here, before a command calls
 * anything of it; from then on a command cannot tell this machine from AWS.
 */
export async function enterTarget(environment: string | undefined): Promise<void> {
  const variables = environment === undefined ? await localVariables() : await deployedVariables(environment);
  for (const name of LOCAL_ONLY) delete process.env[name];
  Object.assign(process.env, variables, { METRICS: "off" });
  logOutput.write = tellErrors;
}

/** The functions' logs go to stdout, which here belongs to the command's answer. An operator is told what went wrong. */
const tellErrors: typeof logOutput.write = (level, message, fields) => {
  if (level !== "error") return;
  const facts = Object.entries(fields).filter(([name]) => name !== "frames");
  console.error([message, ...facts.map(([name, value]) => `${name}=${value}`)].join(" "));
};

/** Where merchants and their browsers find the service. */
export const findApiUrl = async (environment: string | undefined): Promise<string> =>
  environment === undefined
    ? readJson<Demo>(join(localStateDir(), "demo.json")).baseUrl
    : deployedApiUrl(environment);

const localStateDir = (): string => resolve(process.env.STATE_DIR ?? ".local");

/** Flows of another release may not know what lies in its ledger: said, and left to the operator. */
async function deployedVariables(environment: string): Promise<Record<string, string>> {
  const { variables, release } = await readDeployment(environment);
  const own = readRelease();
  if (release !== undefined && release !== own)
    console.error(
      `warning: ${environment} was deployed from release ${release}, and this command line is ${own}.`,
    );
  return variables;
}

async function localVariables(): Promise<Record<string, string>> {
  const stateDir = localStateDir();
  const path = environmentFile(stateDir);
  const variables = existsSync(path) ? readJson<Record<string, string>>(path) : {};
  // A stack that was killed leaves its file behind.
  if (!(await answers(variables.PROCESSOR_BASE_URL))) {
    throw new Failure(
      "service_unavailable",
      `The local stack of ${stateDir} is not running. Start it with npm start, or choose another one with STATE_DIR or --env.`,
    );
  }
  // A profile in the shell would take precedence over the local credentials.
  delete process.env.AWS_PROFILE;
  followClock(stateDir);
  return variables;
}

/** The simulator runs and ends with the stack; its database and queue may be another's. */
async function answers(processorUrl: string | undefined): Promise<boolean> {
  if (!processorUrl) return false;
  return fetch(`${processorUrl}/_simulator/clock`, { signal: AbortSignal.timeout(PROBE_MS) }).then(
    ({ ok }) => ok,
    () => false,
  );
}
