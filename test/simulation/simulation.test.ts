import { execFile } from "node:child_process";
import { join } from "node:path";
import { beforeAll, expect, it } from "vitest";
import { childEnvironment } from "../support/child-environment.ts";
import { REMEMBERED_SEEDS } from "./remembered-seeds.ts";
import { NODE_FLAGS } from "./workers.ts";

/** A process of its own: there the modules that talk to the outside are replaced, and time is virtual. */
const simulate = (...given: string[]): Promise<{ stdout: string; stderr: string }> =>
  new Promise((resolve) => {
    const args = [...NODE_FLAGS, join(import.meta.dirname, "simulate.ts"), ...given];
    const settings = { env: childEnvironment(), maxBuffer: 256 * 1024 * 1024 };
    // A failure shows in what it printed: the story of the seed, or why a process ended.
    execFile(process.execPath, args, settings, (_, stdout, stderr) => resolve({ stdout, stderr }));
  });

/** The remembered ones among them. */
const SEEDS = 1_000;
const NEW_SEEDS = SEEDS - REMEMBERED_SEEDS.length;
const TOLD_SEED = "7";
/** The size of both is a matter of their named runs: `npm run simulate -- --scenario 41`. */
const SCENARIOS = ["--scenario", "41,47", "--share", "0.0005"];

let seeds = "";
let story = "";
let scenarios = "";

// One process for all of it, beside the tests that run at the same time: each would compile and warm up anew.
beforeAll(async () => {
  const all = ["--seeds", String(NEW_SEEDS), "--here", "--seed", TOLD_SEED, ...SCENARIOS];
  const { stdout, stderr } = await simulate(...all);
  const parts = stdout.split(new RegExp(`^(?=seed ${TOLD_SEED}, faults: |41: )`, "m"));
  [seeds = "", story = stderr, scenarios = stderr] = parts;
}, 600_000);

it("keeps every invariant on unlucky days", () => {
  expect(seeds.trimEnd() || story).toMatch(/\n0 violations$/);
  const [, count, operations, calls] =
    /^(\d+) seeds: .*?\((\S+) a seed\), .*?\((\S+)\),/.exec(seeds)?.map(Number) ?? [];
  expect(count).toBe(SEEDS);
  expect(operations).toBeGreaterThanOrEqual(8);
  expect(calls).toBeGreaterThanOrEqual(60);
  expect(seeds).not.toMatch(/reached in less than/);
});

it("tells the same story for the same seed, byte for byte, whatever was simulated before it", {
  timeout: 600_000,
}, async () => {
  const alone = await simulate("--seed", TOLD_SEED);
  expect(alone.stdout || alone.stderr).toBe(story);
  expect(story.split("\n").length).toBeGreaterThan(20);
});

it("41: a while of failing events keeps the queue short, and healthy merchants hear at once", () => {
  expect(scenarios).toMatch(/^41: [\s\S]*?\n0 violations\n47: /);
  expect(scenarios).toMatch(/ 5 delivered at their first attempt, 87 dead after 8 attempts/);
});

it("47: of many due entries none is skipped, and none sent twice but by a sweep that dies", () => {
  expect(scenarios).toMatch(/\n47: [\s\S]*\n0 violations\n$/);
  expect(scenarios).toMatch(/\n {2}skipped +0\n/);
});
