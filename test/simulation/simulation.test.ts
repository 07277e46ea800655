import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { childEnvironment } from "../support/child-environment.ts";

/** A process of its own: there the modules that talk to the outside are replaced, and time is virtual. */
const simulate = (...given: string[]) =>
  promisify(execFile)(process.execPath, [join(import.meta.dirname, "simulate.ts"), ...given], {
    env: childEnvironment(),
    maxBuffer: 64 * 1024 * 1024,
  });

const SEEDS_AT_MOST = 1_000;
/** A busy machine shows fewer seeds, not a failure; fewer than this show nothing. */
const SEEDS_AT_LEAST = 40;

it("keeps every invariant on unlucky days", { timeout: 120_000 }, async () => {
  const { stdout } = await simulate("--seeds", String(SEEDS_AT_MOST), "--minutes", "0.3");
  expect(stdout).toMatch(/\n0 violations\n$/);
  expect(Number(/^(\d+) seeds/.exec(stdout)?.[1])).toBeGreaterThanOrEqual(SEEDS_AT_LEAST);
});

it("tells the same story for the same seed, byte for byte", { timeout: 60_000 }, async () => {
  const [first, second] = await Promise.all([simulate("--seed", "7"), simulate("--seed", "7")]);
  expect(first.stdout).toBe(second.stdout);
  expect(first.stdout.split("\n").length).toBeGreaterThan(100);
});
