import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { loadedFiles } from "./loaded-files.ts";

/** Where what tests reach is remembered. It is made anew by `npm run mutate -- --reach`. */
export const REACH_FOLDER = join(import.meta.dirname, "../../node_modules/.cache/reach");

/** What one test file runs: functions by name, in the files that it loads. */
export type Reach = { test: string; milliseconds: number; functions: Record<string, string[]> };

export const readReach = (): Reach[] =>
  globSync("*.json", { cwd: REACH_FOLDER }).map((name) =>
    JSON.parse(readFileSync(join(REACH_FOLDER, name), "utf8")),
  );

/**
 * The page is bundled by the browser's tests, and templates are synthesized: no function of them runs in the test itself.
 * The contract is made of constants, and its own tests, which compare the document that follows from it, come first.
 */
const BY_FOLDER: [RegExp, RegExp][] = [
  [/^shared\/contract\//, /^test\/unit\/contract\//],
  [/^functions\/console\/page\//, /^test\/(unit\/(console|pages)|browser\/(console|attention))/],
  [/^infra\/topology\.ts$/, /^test\/template\//],
];

/** The name of the function that a line lies in: the last one that begins at the margin before it. */
export function functionAt(text: string, line: number): string | undefined {
  const before = text.split("\n").slice(0, line).toReversed();
  const begins = /^(?:export )?(?:default )?(?:async )?(?:function\*? ?|const |let |class )(?<name>\w+)/;
  return before.map((one) => begins.exec(one)?.groups?.name).find((name) => name !== undefined);
}

const IN_SHARED_WORKERS = /^test\/(unit|template)\//;

/** Words that half of all tests have in their names say nothing. */
const COMMON_WORDS = ["payment", "payments", "merchant", "merchants", "shared", "page"];

/** Whether a test's name speaks of the file: then it finds a mistake there more probably than others. */
const speaksOf = (test: string, file: string): boolean =>
  (
    file
      .split("/")
      .at(-1)
      ?.match(/[a-z]{4,}/g) ?? []
  ).some((word) => !COMMON_WORDS.includes(word) && test.includes(word.replace(/s$/, "")));

/** So much longer may a test take that speaks of the file, and still come before one that does not. */
const LEAD = 5;

/**
 * The test files that reach a line, the quickest first. A constant at the margin is no function: whatever loads its file
 * may depend on it. Behind them come those that may reach it without V8's word: it counts neither what a module runs
 * while it is loaded, in a worker that had loaded it before, nor what runs in a program that a test starts.
 */
export function testsFor(reaches: Reach[], file: string, name: string | undefined): Reach[] {
  const folders = BY_FOLDER.filter(([mutated]) => mutated.test(file)).map(([, tests]) => tests);
  const isFunction = reaches.some(({ functions }) => name && functions[file]?.includes(name));
  const isCounted = ({ test, functions }: Reach): boolean =>
    folders.some((tests) => tests.test(test)) ||
    (isFunction ? functions[file]?.includes(name ?? "") === true : functions[file] !== undefined);
  const rankOf = (reach: Reach): number => {
    const { test, milliseconds } = reach;
    return (isCounted(reach) ? 0 : BEHIND) + (speaksOf(test, file) ? milliseconds / LEAD : milliseconds);
  };
  return reaches
    .filter((reach) => isCounted(reach) || mayReach(reach.test, file))
    .toSorted((one, other) => rankOf(one) - rankOf(other));
}

/** Milliseconds: more than all test files take together. */
const BEHIND = 1e9;

const OPERATOR = "infra/operator/operator.ts";
const STARTS_OPERATOR = /^test\/integration\/operator\//;

const mayReach = (test: string, file: string): boolean =>
  (IN_SHARED_WORKERS.test(test) && loadedFiles(test).has(file)) ||
  (STARTS_OPERATOR.test(test) && loadedFiles(OPERATOR).has(file));
