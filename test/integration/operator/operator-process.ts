import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { childEnvironment } from "../../support/child-environment.ts";

export const OPERATOR = join(import.meta.dirname, "../../../infra/operator/operator.ts");
const LINE_RUNNER = join(import.meta.dirname, "line-runner.ts");

export type Run = { code: number | null; stdout: string; stderr: string };

type Started = { child: ChildProcess; ended: Promise<Run> };

/** One command in a process of its own, with this environment and no other. */
export const spawnOperator = (args: string[], env: Record<string, string>): Started =>
  spawnNode([OPERATOR, ...args], env);

/** Many commands in one process, because starting one takes longer than most commands. */
export async function runLines(lines: string[][], env: Record<string, string>): Promise<Run[]> {
  const { code, stdout, stderr } = await spawnNode([LINE_RUNNER, JSON.stringify(lines)], env).ended;
  if (code !== 0) throw new Error(`The lines could not be run: ${stderr}`);
  return JSON.parse(stdout) as Run[];
}

function spawnNode(args: string[], env: Record<string, string>): Started {
  const child = spawn(process.execPath, args, {
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
