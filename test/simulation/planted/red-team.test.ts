import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { PLANTED_BUGS } from "./bugs.ts";

const TESTS = join(import.meta.dirname, "../..");
const README = readFileSync(join(import.meta.dirname, "README.md"), "utf8");

/** The table of what a second red team found: the number of its line, the fault, and what shows it. */
const ROWS = [...README.matchAll(/^\| (\d+) \| ([^|]+) \| ([^|]+) \|$/gm)].map(
  ([, line, fault = "", shownBy = ""]) => ({ line: Number(line), fault, shownBy }),
);

/** The same of what a fourth audit found, by the points of its list. */
const POINTS = [...README.matchAll(/^\| point (\d+) \| ([^|]+) \| ([^|]+) \|$/gm)].map(
  ([, line, fault = "", shownBy = ""]) => ({ line: Number(line), fault, shownBy }),
);

/** The bugs that seeds seldom meet: an ordinary test shows each. */
const SELDOM = [...README.matchAll(/^\| seldom \| ([^|]+) \| ([^|]+) \|$/gm)].map(
  ([, fault = "", shownBy = ""]) => ({ line: "seldom", fault, shownBy }),
);

const plantedIn = (text: string): string[] => [...text.matchAll(/\*([^*]+)\*/g)].map(([, name = ""]) => name);
const testsIn = (text: string) =>
  [...text.matchAll(/`([^`]+\.test\.ts)` "([^"]+)"/g)].map(([, file = "", title = ""]) => ({ file, title }));

it("each of the red team's fifteen lines has a row in the simulation's table", () => {
  expect([...new Set(ROWS.map(({ line }) => line))]).toEqual(
    Array.from({ length: 15 }, (_, index) => index + 1),
  );
});

it("each point of the fourth audit that can be planted or tested has a row", () => {
  expect(POINTS.map(({ line }) => line)).toEqual([1, 2, 3, 4, 5, 7, 8, 9, 12, 13, 14, 15, 18, 19]);
});

it("each planted bug that seldom shows is one that there is, with a test of its own", () => {
  const names = PLANTED_BUGS.map(({ name }) => `*${name}*`);
  expect(SELDOM).not.toEqual([]);
  expect(SELDOM.filter(({ fault }) => !names.includes(fault))).toEqual([]);
});

it("the table of how many seeds each takes has every planted bug", () => {
  const [table = ""] = /^\| seeds until found[\s\S]*?\n\n/m.exec(README) ?? [];
  expect(PLANTED_BUGS.map(({ name }) => name).filter((name) => !table.includes(`${name} (`))).toEqual([]);
});

it.each([...ROWS, ...POINTS, ...SELDOM])(
  "$fault (line $line) is planted, or shown by a test that there is",
  ({ shownBy }) => {
    const planted = plantedIn(shownBy);
    const tests = testsIn(shownBy);
    expect(planted.length + tests.length).toBeGreaterThan(0);
    const names = PLANTED_BUGS.map(({ name }) => name);
    expect(planted.filter((name) => !names.includes(name))).toEqual([]);
    for (const { file, title } of tests)
      expect(readFileSync(join(TESTS, file), "utf8")).toContain(`"${title}"`);
  },
);

it("every bug that the red team or the audit proved and that is planted stands in the simulation's tables", () => {
  const planted = PLANTED_BUGS.map(({ name }) => name).filter((name) =>
    /^(red team|told|attention): /.test(name),
  );
  expect(planted).not.toEqual([]);
  expect(planted.filter((name) => !README.includes(`*${name}*`))).toEqual([]);
});
