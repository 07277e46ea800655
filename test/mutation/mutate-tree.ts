import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Mutation, mutated } from "./mutations.ts";

const ROOT = join(import.meta.dirname, "../..");

/** Does something while mistakes, at most one to a file, are in the tree, and takes them out again. */
export function whileMutated<T>(mutations: (Mutation & { file: string })[], act: () => T): T {
  const texts = mutations.map(
    ({ file }) => [join(ROOT, file), readFileSync(join(ROOT, file), "utf8")] as const,
  );
  const restore = () => {
    for (const [path, text] of texts) writeFileSync(path, text);
  };
  process.once("exit", restore);
  try {
    mutations.forEach((mutation, place) => {
      const [path = "", text = ""] = texts[place] ?? [];
      writeFileSync(path, mutated(text, mutation));
    });
    return act();
  } finally {
    restore();
    process.off("exit", restore);
  }
}
