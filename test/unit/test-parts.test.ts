import { globSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { expect, it } from "vitest";
import { PROJECTS, SLOW } from "../support/test-parts.ts";

const ROOT = join(import.meta.dirname, "../..");
const filesOf = (include: string[], exclude: string[] = []): string[] =>
  globSync(include, { cwd: ROOT, exclude })
    .map((file) => file.replaceAll("\\", "/"))
    .sort();

const TEST_FILES = filesOf(["test/**/*.{test,spec}.{ts,tsx,mjs}"], ["**/node_modules/**"]);

it("every test file belongs to one project, and so to npm test or to npm run test:rest", () => {
  const owned = Object.values(PROJECTS).flatMap(({ include, exclude }) => filesOf(include, exclude));
  expect(TEST_FILES.length).toBeGreaterThan(400);
  expect(owned.toSorted()).toEqual(TEST_FILES);
});

/** What starts a stack, the operator's command, a rehearsal or a browser; each takes seconds. */
const STARTERS = [
  "test/support/spawned-stack.ts",
  "test/integration/operator/operator-process.ts",
  "infra/rehearsal/rehearsal.ts",
  "test/support/browser.ts",
];

const importsOf = (file: string): string[] =>
  [...readFileSync(join(ROOT, file), "utf8").matchAll(/^(?:import|\}) (?!type ).*?"(\.[^"]+)";$/gm)].map(
    ([, path = ""]) => normalize(join(dirname(file), path)).replaceAll("\\", "/"),
  );

/** Whether a file of test/ reaches one of them, by itself or by another file of test/. */
function starts(file: string): boolean {
  const seen = new Set([file]);
  for (const one of seen)
    if (one.startsWith("test/") && one.endsWith(".ts")) for (const next of importsOf(one)) seen.add(next);
  return STARTERS.some((starter) => seen.has(starter));
}

it("what starts processes or browsers is named slow, but for one story of a stack and of a browser", () => {
  const slow = new Set(filesOf([SLOW]));
  expect(TEST_FILES.filter((file) => !slow.has(file) && starts(file))).toEqual([
    "test/browser/story.test.ts",
    "test/integration/local-stack/start.test.ts",
  ]);
});
