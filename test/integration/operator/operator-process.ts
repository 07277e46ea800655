import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { childEnvironment } from "../../support/child-environment.ts";

export const OPERATOR = join(import.meta.dirname, "../../../infra/operator/operator.ts");
const LINE_RUNNER = join(import.meta.dirname, "line-runner.ts");

export type Run = { code: number | null; stdout: string; stderr: string };

type Started = { child: ChildProcess; ended: Promise<Run> };

/** One command in a process of its own, with this environment and no other. */
export function spawnOperator(args: string[], env: Record<string, string>): Started {
  const child = spawn(process.execPath, [OPERATOR, ...args], {
    env: childEnvironment(env),
    stdio: ["ignore", "pipe", "pipe"],
  });
  const output = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"] as const) {
    child[name].setEncoding("utf8").on("data", (text) => {
      output[name] += text;
    });
  }
  const ended = once(child, "close").then((): Run => ({ code: child.exitCode, ...output }));
  return { child, ended };
}

/** One process for many commands, one after the other: starting one takes longer than most commands. */
export class CommandLine {
  private readonly child: ChildProcess;
  private last: Promise<unknown> = Promise.resolve();

  constructor(env: Record<string, string>) {
    this.child = spawn(process.execPath, [LINE_RUNNER], {
      env: childEnvironment(env),
      stdio: ["ignore", "inherit", "inherit", "ipc"],
    });
  }

  run(args: string[]): Promise<Run> {
    const run = this.last.then(() => this.ask(args));
    this.last = run.catch(() => undefined);
    return run;
  }

  private ask(args: string[]): Promise<Run> {
    return new Promise((resolve, reject) => {
      const fail = () => reject(new Error(`The process ended in the middle of: ${args.join(" ")}`));
      this.child.once("exit", fail);
      this.child.once("message", (run) => {
        this.child.off("exit", fail);
        resolve(run as Run);
      });
      this.child.send(args);
    });
  }

  /** It ends by itself once no test uses it. */
  stop(): void {
    if (this.child.connected) this.child.disconnect();
  }
}

export async function runLines(lines: string[][], env: Record<string, string>): Promise<Run[]> {
  const commandLine = new CommandLine(env);
  const runs = await Promise.all(lines.map((line) => commandLine.run(line)));
  commandLine.stop();
  return runs;
}
