import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Demo } from "../../infra/local/demo.ts";
import { childEnvironment } from "./child-environment.ts";
import { StackUser } from "./stack-user.ts";

const START = join(import.meta.dirname, "../../infra/local/start.mjs");
const READY = "Create a payment:";

export type SpawnOptions = {
  env?: Record<string, string>;
  /** What stands before start.mjs on node's command line. */
  nodeArguments?: string[];
  /** No file of it may become larger: its disk is full then. */
  fileKilobytes?: number;
  /** Another program than start.mjs, with its arguments. */
  program?: string[];
};

export type Ending = { code: number | null; stderr: string; milliseconds: number };

const running = new Set<ChildProcess>();
const folders: string[] = [];

/** A folder that is gone after `cleanUp`. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "payments-stack-"));
  folders.push(folder);
  return folder;
}

/** For afterEach: no test leaves a process behind, however it ended. */
export async function cleanUp(): Promise<void> {
  await Promise.all([...running].map((child) => end(child, "SIGKILL")));
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
}

/** The local stack as a user runs it: a process of its own, of which only its address and its files are known. */
export class SpawnedStack extends StackUser {
  readonly child: ChildProcess;

  private constructor(child: ChildProcess, demo: Demo) {
    super(demo);
    this.child = child;
  }

  static async start(stateDir: string, options: SpawnOptions = {}): Promise<SpawnedStack> {
    const { child, output } = launch(stateDir, options);
    await new Promise<void>((resolve, reject) => {
      child.stdout?.on("data", () => output.stdout.includes(READY) && resolve());
      child.once("exit", (code) => reject(new Error(`It ended with ${code}: ${output.stderr}`)));
    });
    return new SpawnedStack(child, JSON.parse(readFileSync(join(stateDir, "demo.json"), "utf8")) as Demo);
  }

  async stop(signal: NodeJS.Signals): Promise<Ending> {
    const startedAt = performance.now();
    const code = await end(this.child, signal);
    return { code, stderr: "", milliseconds: performance.now() - startedAt };
  }
}

/** A start that is expected to end by itself. */
export async function runToEnd(stateDir: string, options: SpawnOptions = {}): Promise<Ending> {
  const startedAt = performance.now();
  const { child, output } = launch(stateDir, options);
  const code = await exitOf(child);
  return { code, stderr: output.stderr, milliseconds: performance.now() - startedAt };
}

export function launch(stateDir: string, options: SpawnOptions) {
  const { env, nodeArguments = [], fileKilobytes, program = [START] } = options;
  const line = [process.execPath, ...nodeArguments, ...program];
  // Ignored, so that a write fails as on a full disk and does not kill by a signal.
  const limit = `trap "" XFSZ; ulimit -f ${fileKilobytes}; exec "$@"`;
  const [command = "", ...rest] = fileKilobytes === undefined ? line : ["bash", "-c", limit, "bash", ...line];
  const child = spawn(command, rest, {
    env: childEnvironment({ PORT: "0", STATE_DIR: stateDir, LOAD_FUNCTIONS: "on-demand", ...env }),
    stdio: ["ignore", "pipe", "pipe"],
  });
  running.add(child);
  child.once("exit", () => running.delete(child));
  const output = { stdout: "", stderr: "" };
  child.stdout.setEncoding("utf8").on("data", (text) => {
    output.stdout += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text) => {
    output.stderr += text;
  });
  return { child, output };
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  const ended = exitOf(child);
  child.kill(signal);
  return ended;
}

/** "close" and not "exit": only then has all of its output been read. */
async function exitOf(child: ChildProcess): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) await once(child, "close");
  return child.exitCode;
}
