import { execFile } from "node:child_process";
import { join } from "node:path";
import { expect } from "vitest";
import { childEnvironment } from "../support/child-environment.ts";
import { NODE_FLAGS } from "./workers.ts";

/** So many seeds does `npm test` simulate, and `npm run test:rest` the next 800. */
export const QUICK_SEEDS = 200;

/** A process of its own: there the modules that talk to the outside are replaced, and time is virtual. */
export const simulate = (...given: string[]): Promise<{ stdout: string; stderr: string }> =>
  new Promise((resolve) => {
    const args = [...NODE_FLAGS, join(import.meta.dirname, "simulate.ts"), ...given];
    const settings = { env: childEnvironment(), maxBuffer: 256 * 1024 * 1024 };
    // A failure shows in what it printed: the story of the seed, or why a process ended.
    execFile(process.execPath, args, settings, (_, stdout, stderr) => resolve({ stdout, stderr }));
  });

export function expectNoViolation(printed: string, seeds: number): void {
  expect(printed).toMatch(/\n0 violations$/);
  const [, count, operations, calls] =
    /^(\d+) seeds: .*?\((\S+) a seed\), .*?\((\S+)\),/.exec(printed)?.map(Number) ?? [];
  expect(count).toBe(seeds);
  expect(operations).toBeGreaterThanOrEqual(8);
  expect(calls).toBeGreaterThanOrEqual(60);
  expect(printed).not.toMatch(/reached in less than/);
}
