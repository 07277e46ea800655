import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, it } from "vitest";

it("names the benches that there are when it is asked for another", () => {
  const bench = join(import.meta.dirname, "bench.ts");
  const { status, stderr } = spawnSync(process.execPath, [bench, "speed"], { encoding: "utf8" });
  expect(status).toBe(1);
  expect(stderr).toContain('no bench "speed"');
  expect(stderr).toMatch(/^ {2}cold +\S/m);
});
