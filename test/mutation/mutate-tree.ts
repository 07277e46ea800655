import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Mutation, mutated } from "./mutations.ts";

const ROOT = join(import.meta.dirname, "../..");

/** Does something while mistakes, at most one to a line, are in the tree, and takes them out again. */
export function whileMutated<T>(mutations: (Mutation & { file: string })[], act: () => T): T {
  const files = [...new Set(mutations.map(({ file }) => file))];
  const texts = files.map((file) => [file, readFileSync(join(ROOT, file), "utf8")] as const);
  const restore = () => {
    for (const [file, text] of texts) writeFileSync(join(ROOT, file), text);
  };
  process.once("exit", restore);
  try {
    for (const [file, text] of texts) {
      const ofFile = mutations.filter((mutation) => mutation.file === file);
      writeFileSync(join(ROOT, file), ofFile.reduce(mutated, text));
    }
    return act();
  } finally {
    restore();
    process.off("exit", restore);
  }
}
