import { execFile } from "node:child_process";
import { join } from "node:path";
import { expect, it } from "vitest";
import { childEnvironment } from "../support/child-environment.ts";
import { REMEMBERED_SEEDS } from "./remembered-seeds.ts";

/** A process of its own: there the modules that talk to the outside are replaced, and time is virtual. */
const simulate = (...given: string[]): Promise<{ stdout: string; stderr: string }> =>
  new Promise((resolve) => {
    const args = [join(import.meta.dirname, "simulate.ts"), ...given];
    const settings = { env: childEnvironment(), maxBuffer: 256 * 1024 * 1024 };
    // A failure shows in what it printed: the story of the seed, or why a process ended.
    execFile(process.execPath, args, settings, (_, stdout, stderr) => resolve({ stdout, stderr }));
  });

const SEEDS = 1_000;

it("keeps every invariant on unlucky days", { timeout: 600_000 }, async () => {
  const { stdout, stderr } = await simulate("--seeds", String(SEEDS));
  expect(stdout.trimEnd() || stderr).toMatch(/\n0 violations$/);
  const [, seeds, operations, calls] =
    /^(\d+) seeds: .*?\((\S+) a seed\), .*?\((\S+)\),/.exec(stdout)?.map(Number) ?? [];
  expect(seeds).toBe(SEEDS + REMEMBERED_SEEDS.length);
  expect(operations).toBeGreaterThanOrEqual(8);
  expect(calls).toBeGreaterThanOrEqual(60);
  expect(stdout).not.toMatch(/reached in less than/);
});

it("tells the same story for the same seed, byte for byte", { timeout: 600_000 }, async () => {
  const [first, second] = await Promise.all([simulate("--seed", "7"), simulate("--seed", "7")]);
  expect(first.stdout || first.stderr).toBe(second.stdout);
  expect(first.stdout.split("\n").length).toBeGreaterThan(20);
});

/** The size of both is a matter of their named runs: `npm run simulate -- --scenario 41`. */
let scenarios: ReturnType<typeof simulate> | undefined;
const runScenarios = () => {
  scenarios ??= simulate("--scenario", "41,47", "--share", "0.0005");
  return scenarios;
};

it("41: a while of failing events keeps the queue short, and healthy merchants hear at once", {
  timeout: 600_000,
}, async () => {
  const { stdout, stderr } = await runScenarios();
  expect(stdout || stderr).toMatch(/^41: [\s\S]*?\n0 violations\n47: /);
  expect(stdout).toMatch(/ 5 delivered at their first attempt, 87 dead after 8 attempts/);
});

it("47: of many due entries none is skipped, and none sent twice but by a sweep that dies", {
  timeout: 600_000,
}, async () => {
  const { stdout, stderr } = await runScenarios();
  expect(stdout || stderr).toMatch(/\n47: [\s\S]*\n0 violations\n$/);
  expect(stdout).toMatch(/\n {2}skipped +0\n/);
});

it("says which scenarios there are, where it is asked for another", { timeout: 600_000 }, async () => {
  const { stderr } = await simulate("--scenario", "5");
  expect(stderr).toMatch(/no scenario "5"[\s\S]* 41 [\s\S]* 47 /);
});
