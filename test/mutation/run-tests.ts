import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join, relative } from "node:path";
import { REACH_FOLDER } from "./reach.ts";

/** `cut_off`: the run did not come to its end, or left no report. */
export type Outcome =
  | { kind: "passed" }
  | { kind: "cut_off" }
  | { kind: "failed"; test: string; by: string; isByTime: boolean };

/** The part of Vitest's report that is read here. */
export type Report = {
  testResults: {
    name: string;
    status: string;
    message?: string;
    assertionResults: { status: string; fullName: string; failureMessages?: string[] | null }[];
  }[];
};

const ROOT = join(import.meta.dirname, "../..");
const REPORT = join(REACH_FOLDER, "../mutate-report.json");
const CUT_OFF_SECONDS = 420;
/** Node takes it here as for spawn, which its types do not know. */
const OWN_GROUP = { detached: true };

/** Runs test files in the given order until one fails. */
export function runTests(tests: string[]): Outcome {
  // Vitest ends with a failure where it finds no file, which says nothing of a mistake.
  const existing = tests.filter((test) => existsSync(join(ROOT, test)));
  if (existing.length === 0) return { kind: "passed" };
  mkdirSync(join(REPORT, ".."), { recursive: true });
  rmSync(REPORT, { force: true });
  const options = ["--bail", "1", "--maxWorkers", "1", "--reporter", "json", "--outputFile", REPORT];
  const { status, pid } = spawnSync(
    "vitest",
    ["run", "--config", "test/mutation/mutate.config.ts", ...options, ...existing],
    {
      cwd: ROOT,
      stdio: "ignore",
      timeout: CUT_OFF_SECONDS * 1000,
      ...OWN_GROUP,
      env: { ...process.env, TEST_ORDER: existing.join(",") },
    },
  );
  endGroup(pid);
  if (status === 0) return { kind: "passed" };
  if (status === null || !existsSync(REPORT)) return { kind: "cut_off" };
  return outcomeOf(JSON.parse(readFileSync(REPORT, "utf8")), existing);
}

/** A worker in an endless loop outlives the run that was cut off, and would take a core for itself. */
function endGroup(leader: number): void {
  try {
    process.kill(-leader, "SIGKILL");
  } catch {
    // Nobody of it is left, which is usual.
  }
}

/** The first failure of a report; an error outside of any test is laid to the last file that ran. */
export function outcomeOf({ testResults }: Report, tests: string[]): Outcome {
  const failed = testResults.find(({ status }) => status === "failed");
  const file = failed ?? testResults.at(-1);
  const test = file ? relative(ROOT, file.name).replaceAll("\\", "/") : tests[0];
  if (test === undefined) return { kind: "cut_off" };
  const one = failed?.assertionResults.find(({ status }) => status === "failed");
  const why = one?.failureMessages?.[0] ?? failed?.message ?? "an error outside of any test";
  return {
    kind: "failed",
    test,
    by: `${test}: ${one?.fullName ?? "while it was loaded"}: ${why.split("\n")[0]?.slice(0, 160)}`,
    isByTime: /timed out/i.test(why),
  };
}

/** The first violation that the simulation finds, without looking for the shortest way to it. */
export function simulate(seeds: number): string | undefined {
  const { status, stdout } = spawnSync(
    "node",
    ["test/simulation/simulate.ts", "--worker", "--seeds", String(seeds)],
    { cwd: ROOT, encoding: "utf8", timeout: CUT_OFF_SECONDS * 1000, maxBuffer: 1 << 28 },
  );
  if (status === null) return undefined;
  if (status !== 0) return "it does not run any more";
  const { failures } = JSON.parse(stdout.trim().split("\n").at(-1) ?? "{}");
  return failures.length > 0 ? JSON.stringify(failures[0]).slice(0, 200) : undefined;
}
