import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { ROOT, run } from "./toolchain.ts";
import type { Finding } from "./verdict.ts";

const VITEST = join(ROOT, "node_modules/vitest/vitest.mjs");
/** Longer than any of these runs takes on a small machine that does other things too. */
const SECONDS = 1800;

type Chosen = { tests: string[]; config: string; env?: NodeJS.ProcessEnv };
type Outcome = { files: number; count: number; failures: Finding[] };

type Report = {
  testResults: {
    name: string;
    status: string;
    message: string;
    assertionResults: { fullName: string; status: string; failureMessages: string[] }[];
  }[];
};

/** Runs test files of the service. A test that fails twice is a finding. */
export async function runTests({ tests, config, env }: Chosen): Promise<Outcome> {
  // Vitest says nothing of a path without tests if another one has some.
  const gone = tests.filter((path) => !existsSync(join(ROOT, path)));
  if (gone.length > 0) throw new Error(`There are no such tests: ${gone.join(", ")}.`);
  const folder = mkdtempSync(join(tmpdir(), "judge-tests-"));
  const outputFile = join(folder, "report.json");
  const reporter = ["--reporter", "json", "--outputFile", outputFile];
  const args = [
    VITEST,
    "run",
    "--project",
    "service",
    "--config",
    config,
    "--retry",
    "1",
    ...reporter,
    ...tests,
  ];
  try {
    const options = { cwd: ROOT, env: { ...process.env, NO_COLOR: "1", ...env }, seconds: SECONDS };
    const { status, stderr } = await run(process.execPath, args, options);
    const failed = { what: "the tests did not run to their end", detail: stderr.trim().slice(-2000) };
    if (!existsSync(outputFile)) return { files: 0, count: 0, failures: [failed] };
    const outcome = outcomeOf(JSON.parse(readFileSync(outputFile, "utf8")) as Report);
    if (status !== 0 && outcome.failures.length === 0) outcome.failures.push(failed);
    return outcome;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function outcomeOf({ testResults }: Report): Outcome {
  const all = testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map((test) => ({ ...test, file: relative(join(ROOT, "test"), name) })),
  );
  const failures = all
    .filter(({ status }) => status === "failed")
    .map(({ file, fullName, failureMessages }) => ({
      what: `${file}: ${fullName}`,
      detail: failureMessages[0]?.split("\n")[0] ?? "",
    }));
  const unread = testResults
    .filter(({ status, assertionResults }) => status === "failed" && assertionResults.length === 0)
    .map(({ name, message }) => ({
      what: `${relative(join(ROOT, "test"), name)} did not start`,
      detail: message,
    }));
  return {
    files: testResults.length,
    count: all.filter(({ status }) => status === "passed" || status === "failed").length,
    failures: [...failures, ...unread],
  };
}
