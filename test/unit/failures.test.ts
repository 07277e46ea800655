import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

/** The numbers in the names of tests lead to test/FAILURES.md, and its rows lead back to tests. */
const TESTS = join(import.meta.dirname, "..");
const textOf = (file: string): string => readFileSync(join(TESTS, file), "utf8");

type Row = { number: number; shownBy: string };

const ROWS: Row[] = [...textOf("FAILURES.md").matchAll(/^\| (\d+) \|.*\| ([^|]+) \|$/gm)].map(
  ([, number, shownBy = ""]) => ({ number: Number(number), shownBy }),
);

const filesOf = ({ shownBy }: Row): string[] => shownBy.match(/[\w/.-]+\.test\.ts/g) ?? [];

/** `it("24: …")`, `describe.each(…)("24: …")`; and in comments "Scenario 24", "Scenarios 16 to 21, 26 and 27". */
function numbersIn(text: string): number[] {
  const titles = [...text.matchAll(/\(\s*["'`](\d{1,3}): /g)].map(([, number]) => Number(number));
  const mentions = [...text.matchAll(/\bscenarios? (\d+(?:(?:, | to | and )\d+)*)/gi)].flatMap(
    ([, list = ""]) => expand(list),
  );
  return [...titles, ...mentions];
}

function expand(list: string): number[] {
  return list.split(/,| and /).flatMap((part) => {
    const [first = 0, last = first] = part.split("to").map(Number);
    return Array.from({ length: last - first + 1 }, (_, index) => first + index);
  });
}

const USED = globSync("**/*.test.ts", { cwd: TESTS, exclude: ["**/node_modules/**"] })
  .filter((file) => !file.endsWith("failures.test.ts"))
  .flatMap((file) => numbersIn(textOf(file)).map((number) => ({ number, file })));

it("reads numbers from titles and comments", () => {
  const text = 'it("4: a hang") // Scenarios 16 to 18, 26 and 27: the way out. Scenario 8, further';
  expect(numbersIn(text)).toEqual([4, 16, 17, 18, 26, 27, 8]);
});

it("has one row for each scenario, and leaves none of the first 62 out", () => {
  const numbers = ROWS.map(({ number }) => number);
  expect(numbers).toHaveLength(new Set(numbers).size);
  expect(numbers).toEqual(expect.arrayContaining(Array.from({ length: 62 }, (_, index) => index + 1)));
});

it("explains every number that a test uses", () => {
  const known = new Set(ROWS.map(({ number }) => number));
  expect(USED.length).toBeGreaterThan(28);
  expect(USED.filter(({ number }) => !known.has(number))).toEqual([]);
});

describe.each(ROWS.map((row) => [row.number, row] as const))("row %i", (number, row) => {
  it("is open and nobody's, or names files of which one carries its number", () => {
    const files = filesOf(row);
    expect(files.filter((file) => !existsSync(join(TESTS, file)))).toEqual([]);
    const carriers = USED.filter((use) => use.number === number).map(({ file }) => file);
    if (row.shownBy === "open") expect(carriers, "the row should name these files").toEqual([]);
    else
      expect(carriers, "tests that carry the number").toContain(
        files.find((file) => carriers.includes(file)),
      );
  });
});
