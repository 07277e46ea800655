import { mkdirSync, writeFileSync } from "node:fs";
import { Session } from "node:inspector/promises";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect } from "vitest";
import { REACH_FOLDER, type Reach } from "./reach.ts";

/*
 * Writes down which functions of the service a test file runs, by V8's own count. Calls are counted, because without it
 * V8 tells of a function only once, and in a worker that several files share the later ones would seem to run nothing.
 */

const ROOT = join(import.meta.dirname, "../..");
const session = new Session();
let startedAt = 0;

beforeAll(async () => {
  startedAt = performance.now();
  session.connect();
  await session.post("Profiler.enable");
  await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false });
});

afterAll(async () => {
  const { result } = await session.post("Profiler.takePreciseCoverage");
  const functions: Record<string, string[]> = {};
  for (const { url, functions: all } of result) {
    const file = relative(ROOT, url.startsWith("file:") ? fileURLToPath(url) : url);
    if (!/^(shared|infra|functions)\//.test(file)) continue;
    const ran = all
      .filter(({ ranges }) => (ranges[0]?.count ?? 0) > 0)
      .map(({ functionName }) => functionName);
    functions[file] = [...new Set([...(functions[file] ?? []), ...ran.filter((name) => name !== "")])];
  }
  const test = relative(ROOT, expect.getState().testPath ?? "");
  const reach: Reach = { test, milliseconds: Math.round(performance.now() - startedAt), functions };
  mkdirSync(REACH_FOLDER, { recursive: true });
  writeFileSync(join(REACH_FOLDER, `${test.replaceAll("/", "+")}.json`), JSON.stringify(reach));
  session.disconnect();
});
