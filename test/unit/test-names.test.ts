import { globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { expect, it } from "vitest";

const TESTS = join(import.meta.dirname, "..");

const THIS_FILE = basename(import.meta.filename);

/** The first text that it, test, describe or one of their tables is given. */
const NAME = /(?:\b(?:it|test|describe)(?:\.[a-zA-Z]+)*|\))\(\s*(["'`])((?:\\.|(?!\1).)*)\1/gs;

/** Words that go on with a sentence which a line of a log does not show. */
const GOES_ON = /^(that|whose|which|of|nor|and|or|but)\b/;

const namesIn = (source: string): string[] => [...source.matchAll(NAME)].map(([, , name = ""]) => name);

it("every test's name has a subject of its own, so that it can be understood alone in a log", () => {
  // This one has such names for an example.
  const files = globSync("**/*.test.ts", { cwd: TESTS, exclude: ["**/node_modules/**"] }).filter(
    (file) => !file.endsWith(THIS_FILE),
  );
  const names = files.flatMap((file) =>
    namesIn(readFileSync(join(TESTS, file), "utf8")).map((name) => ({ file, name })),
  );
  expect(names.length).toBeGreaterThan(1000);
  expect(names.filter(({ name }) => GOES_ON.test(name))).toEqual([]);
});

it.each([
  ['it("that is late", () => {})', "that is late"],
  ['it.each(ROWS)(\n  "of %s", () => {})', "of %s"],
  ["describe.each([1])(`nor one`, () => {})", "nor one"],
])("a name is found in %j", (source, name) => {
  expect(namesIn(source)).toContain(name);
});
