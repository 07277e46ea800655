import { execFile } from "node:child_process";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import type { Tally } from "./report.ts";

export const WORKERS = availableParallelism();

/**
 * Seeds make much short-lived garbage: a larger nursery halves what its collection costs. It is collected by one thread,
 * because every core has a worker of its own.
 */
export const NODE_FLAGS = ["--max-semi-space-size=64", "--single-threaded-gc"];
const MAX_OUTPUT_BYTES = 256 * 1024 * 1024;

export type WorkerOutcome = { tally: Tally } | { fault: string };

/** Some seeds in a process of their own, ended after `longestMs` (0: never). Why it failed is for the caller to say. */
export const runWorker = (given: string[], longestMs = 0): Promise<WorkerOutcome> =>
  new Promise((resolve) => {
    const script = join(import.meta.dirname, "simulate.ts");
    const args = [...NODE_FLAGS, script, "--worker", ...given];
    const bounds = { maxBuffer: MAX_OUTPUT_BYTES, timeout: longestMs };
    execFile(process.execPath, args, bounds, (error, stdout, stderr) => {
      if (!error) {
        process.stderr.write(stderr);
        resolve({ tally: JSON.parse(stdout) as Tally });
        return;
      }
      const reason = /^\w*Error: .*$/m.exec(stderr)?.[0] ?? stderr.trim().slice(-2_000);
      const end = error.signal ? `was ended by ${error.signal}` : `ended with ${error.code}`;
      resolve({ fault: `${reason || "no reason given"} (the process ${end})` });
    });
  });

/** The first one's fault, if any has one, is everybody's: half a result would look like a whole one. */
export async function runWorkers(shares: string[][]): Promise<Tally[]> {
  const outcomes = await Promise.all(shares.map((share) => runWorker(share)));
  return outcomes.map((outcome) => {
    if ("fault" in outcome) throw new Error(outcome.fault);
    return outcome.tally;
  });
}
