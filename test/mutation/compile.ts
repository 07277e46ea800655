import { spawnSync } from "node:child_process";
import { join } from "node:path";
import type { Drawn } from "./judge.ts";
import { whileMutated } from "./mutate-tree.ts";

const ROOT = join(import.meta.dirname, "../..");

/** The same projects as `npm run check`: the page reads files of shared/ with a browser's types. */
const PROJECTS = [".", "functions/console/page", "infra/local/shop/page", "infra/pages/reference/page"];

/** The files in which the compiler finds a mistake. */
const filesWithErrors = (mutations: Drawn[]): string[] =>
  whileMutated(mutations, () =>
    PROJECTS.flatMap((project) => {
      const { status, stdout } = spawnSync("tsc", ["--noEmit", "--pretty", "false", "-p", project], {
        cwd: ROOT,
        encoding: "utf8",
      });
      if (status === null) throw new Error("The compiler was cut off.");
      return [...stdout.matchAll(/^(?<file>[^\s(]+)\(\d+,\d+\): error/gm)].map((found) =>
        String(found.groups?.file),
      );
    }),
  );

/**
 * The mutations that compile, in their order. The whole project takes the compiler as long as one line of it, so all are
 * tried at once, one to a file: those whose file it complains of are left out, and where it complains only of files that
 * nothing was changed in, each half is tried alone.
 */
export function compiling(drawn: Drawn[], errorsWith = filesWithErrors): Drawn[] {
  const sound = new Set<Drawn>();
  let left = drawn;
  while (left.length > 0) {
    const together = left.filter(({ file }, place) => left.findIndex((one) => one.file === file) === place);
    for (const one of soundOf(together, errorsWith)) sound.add(one);
    left = left.filter((one) => !together.includes(one));
  }
  return drawn.filter((one) => sound.has(one));
}

function soundOf(together: Drawn[], errorsWith: (mutations: Drawn[]) => string[]): Drawn[] {
  if (together.length === 0) return [];
  const files = errorsWith(together);
  if (files.length === 0) return together;
  const others = together.filter(({ file }) => !files.includes(file));
  if (others.length < together.length) return soundOf(others, errorsWith);
  if (together.length === 1) return [];
  const half = together.length >> 1;
  return [together.slice(0, half), together.slice(half)].flatMap((some) => soundOf(some, errorsWith));
}
