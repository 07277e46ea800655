import { accessSync, constants, mkdirSync } from "node:fs";
import { resolve } from "node:path";
import { banner } from "./banner.ts";
import { type OpenState, openState } from "./open-state.ts";
import { StateDirInUse } from "./state-lock.ts";

const DEFAULT_PORT = 8787;

/** Exit 1 with one line: a developer should not have to read a stack trace. */
function fail(line: string): never {
  console.error(line);
  process.exit(1);
}

function readPort(text = String(DEFAULT_PORT)): number {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65_535) fail(`PORT must be a number from 0 to 65535, not "${text}".`);
  return port;
}

function readStateDir(text = ".local"): string {
  if (text === "") fail('STATE_DIR must be a folder, not "".');
  const path = resolve(text);
  try {
    mkdirSync(path, { recursive: true });
    accessSync(path, constants.W_OK);
  } catch {
    fail(`The folder ${path} cannot be written to. Set STATE_DIR to another one.`);
  }
  return path;
}

function openStateOrFail(stateDir: string, port: number): OpenState {
  try {
    return openState(stateDir);
  } catch (error) {
    fail(explain(error, port, stateDir));
  }
}

function explain(error: unknown, port: number, stateDir: string): string {
  const { code } = error as { code?: string };
  if (code === "EADDRINUSE") return `Port ${port} is in use. Set PORT to another one (0 picks a free port).`;
  if (error instanceof StateDirInUse) {
    return `The folder ${stateDir} is in use by another running stack. Set STATE_DIR to another one.`;
  }
  return `The local stack could not start: ${error instanceof Error ? error.message : String(error)}`;
}

/** A person gets one line per request; `LOG=json` shows the functions' logs too. */
process.env.LOG_LEVEL ??= process.env.LOG === "json" ? "INFO" : "SILENT";

/** As every deployed environment has it, and as a new platform must. */
function readAccountsApi(text = "v2"): "v1" | "v2" {
  if (text !== "v1" && text !== "v2") fail(`ACCOUNTS_API must be v1 or v2, not "${text}".`);
  return text;
}

const port = readPort(process.env.PORT);
const accountsApi = readAccountsApi(process.env.ACCOUNTS_API);
const stateDir = readStateDir(process.env.STATE_DIR);

// Before the whole service is loaded, so that an unusable folder is reported at once.
const state = openStateOrFail(stateDir, port);

console.log("  Loading …");
const { startStack } = await import("./stack.ts");
const stack = await startStack({
  port,
  stateDir,
  state,
  accountsApi,
  onStep: (step) => console.log(`  Starting ${step} …`),
  isClosed: process.env.API_CLOSED === "true",
  // Tests start many stacks, and ask each for a few functions; a person wants to hear at once of one that cannot be loaded.
  onDemand: process.env.LOAD_FUNCTIONS === "on-demand",
  onAccess: ({ method, path, status, milliseconds }) =>
    console.log(`${status} ${method} ${path} ${milliseconds} ms`),
}).catch((error: unknown) => fail(explain(error, port, stateDir)));
console.log(banner(stack.demo, stateDir));

let stopping = false;
async function stop(): Promise<void> {
  if (stopping) process.exit(1);
  stopping = true;
  await stack.stop();
  process.exit(0);
}
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, stop);
