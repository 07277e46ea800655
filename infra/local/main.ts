import { accessSync, constants, mkdirSync } from "node:fs";
import { resolve } from "node:path";
import { banner } from "./banner.ts";
import { startStack } from "./stack.ts";
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
  const path = resolve(text);
  try {
    mkdirSync(path, { recursive: true });
    accessSync(path, constants.W_OK);
  } catch {
    fail(`The folder ${path} cannot be written to; set STATE_DIR to another one.`);
  }
  return path;
}

function explain(error: unknown, port: number, stateDir: string): string {
  const { code } = error as { code?: string };
  if (code === "EADDRINUSE") return `Port ${port} is in use; set PORT to another one (0 picks a free one).`;
  if (error instanceof StateDirInUse) {
    return `The folder ${stateDir} is in use by another running stack; set STATE_DIR to another one.`;
  }
  return `The local stack could not start: ${error instanceof Error ? error.message : String(error)}`;
}

/** The functions' own JSON logs would drown the terminal; a person gets one line a request instead. */
process.env.POWERTOOLS_LOG_LEVEL ??= "WARN";

const port = readPort(process.env.PORT);
const stateDir = readStateDir(process.env.STATE_DIR);
const stack = await startStack({
  port,
  stateDir,
  onAccess: ({ method, path, status, milliseconds }) =>
    console.log(`${status} ${method} ${path} ${milliseconds} ms`),
}).catch((error: unknown) => fail(explain(error, port, stateDir)));
console.log(banner(stack.demo, stateDir));

let stopping = false;
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.on(signal, async () => {
    if (stopping) process.exit(1);
    stopping = true;
    await stack.stop();
    process.exit(0);
  });
}
