import { existsSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";

const ROOT = join(import.meta.dirname, "../..");
const IMPORTED = /(?:from|import\(|import)\s*"(\.[^"]+\.tsx?)"/g;

const known = new Map<string, string[]>();

const importsOf = (path: string): string[] => {
  const imports =
    known.get(path) ??
    (existsSync(path) ? [...readFileSync(path, "utf8").matchAll(IMPORTED)] : []).map(([, to = ""]) =>
      join(dirname(path), to),
    );
  known.set(path, imports);
  return imports;
};

/** Whatever a file imports, and what that imports: also where a shared worker had loaded it before and V8 tells nothing of it. */
export function loadedFiles(file: string): Set<string> {
  const paths = new Set([join(ROOT, file)]);
  // A set goes on with what is added while one walks through it.
  for (const path of paths) for (const imported of importsOf(path)) paths.add(imported);
  return new Set([...paths].map((path) => relative(ROOT, path).replaceAll("\\", "/")));
}
