import { spawnSync } from "node:child_process";
import { join } from "node:path";
import type { Drawn } from "./judge.ts";
import { whileMutated } from "./mutate-tree.ts";

const ROOT = join(import.meta.dirname, "../..");

/** The same projects as `npm run check`: the page reads files of shared/ with a browser's types. */
const PROJECTS = [".", "functions/console/page", "infra/local/shop/page", "infra/pages/reference/page"];

/** Where in the source something stands. */
type Place = { file: string; line: number };

/** Where the compiler finds a mistake, in the first project that has one. */
const errorsIn = (mutations: Drawn[]): Place[] =>
  whileMutated(mutations, () => {
    for (const project of PROJECTS) {
      const { status, stdout } = spawnSync("tsc", ["--noEmit", "--pretty", "false", "-p", project], {
        cwd: ROOT,
        encoding: "utf8",
      });
      if (status === null) throw new Error("The compiler was cut off.");
      const found = [...stdout.matchAll(/^([^\s(]+)\((\d+),\d+\): error/gm)];
      if (found.length > 0) return found.map(([, file = "", line]) => ({ file, line: Number(line) }));
    }
    return [];
  });

/**
 * The mutations that compile, in their order. The whole project takes the compiler as long as one line of it, so all are
 * tried at once, one to a line.
 */
export function compiling(drawn: Drawn[], errorsWith = errorsIn): Drawn[] {
  if (errorsWith([]).length > 0) throw new Error("The tree does not compile as it is.");
  const sound = new Set<Drawn>();
  let left = drawn;
  while (left.length > 0) {
    const together = left.filter((one, place) => left.findIndex((other) => isAt(one, other)) === place);
    for (const one of soundOf(together, errorsWith)) sound.add(one);
    left = left.filter((one) => !together.includes(one));
  }
  return drawn.filter((one) => sound.has(one));
}

const isAt = (one: Place, other: Place): boolean => one.file === other.file && one.line === other.line;

/** What the compiler complains of is left out: of its line, or of its file where nothing else was changed in it. */
const isGuilty = (one: Drawn, together: Drawn[], errors: Place[]): boolean =>
  errors.some((error) => isAt(error, one)) ||
  (errors.some(({ file }) => file === one.file) &&
    together.filter(({ file }) => file === one.file).length === 1);

/** Where nothing is found guilty, the mutations are tried in two parts. */
function soundOf(together: Drawn[], errorsWith: (mutations: Drawn[]) => Place[]): Drawn[] {
  if (together.length === 0) return [];
  const errors = errorsWith(together);
  if (errors.length === 0) return together;
  const others = together.filter((one) => !isGuilty(one, together, errors));
  if (others.length < together.length) return soundOf(others, errorsWith);
  if (together.length === 1) return [];
  return inTwo(together, errors).flatMap((some) => soundOf(some, errorsWith));
}

/** By whether the compiler complains of the file; otherwise in halves. */
function inTwo(together: Drawn[], errors: Place[]): Drawn[][] {
  const suspect = together.filter(({ file }) => errors.some((error) => error.file === file));
  if (suspect.length > 0 && suspect.length < together.length)
    return [suspect, together.filter((one) => !suspect.includes(one))];
  const half = together.length >> 1;
  return [together.slice(0, half), together.slice(half)];
}
