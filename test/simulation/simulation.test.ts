import { beforeAll, expect, it } from "vitest";
import { expectNoViolation, QUICK_SEEDS, simulate } from "./run-simulation.ts";

const TOLD_SEED = "7";
/** The size of both is a matter of their named runs: `npm run simulate -- --scenario 41`. */
const SCENARIOS = ["--scenario", "41,47", "--share", "0.0005"];

let seeds = "";
let story = "";
let scenarios = "";

// One process for all of it, beside the tests that run at the same time: each would compile and warm up anew.
beforeAll(async () => {
  const all = ["--seeds", String(QUICK_SEEDS), "--here", "--seed", TOLD_SEED, ...SCENARIOS];
  const { stdout, stderr } = await simulate(...all);
  const parts = stdout.split(new RegExp(`^(?=seed ${TOLD_SEED}, faults: |41: )`, "m"));
  [seeds = "", story = stderr, scenarios = stderr] = parts;
}, 600_000);

it("keeps every invariant on unlucky days", () => {
  expectNoViolation(seeds.trimEnd() || story, QUICK_SEEDS);
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

it("99: five endpoints that hang are sent little, and another merchant hears within a second", {
  timeout: 600_000,
}, async () => {
  const { stdout, stderr } = await simulate("--scenario", "99", "--share", "0.3");
  expect(stdout || stderr).toMatch(/^99: [\s\S]*?\n0 violations\n$/);
});

it("47: of many due entries none is skipped, and none sent twice but by a sweep that dies", () => {
  expect(scenarios).toMatch(/\n47: [\s\S]*\n0 violations\n$/);
  expect(scenarios).toMatch(/\n {2}skipped +0\n/);
});
