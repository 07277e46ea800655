import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { pageFile, pageFileName } from "../pages/page-file.ts";
import { FUNCTIONS, PAGE_VARIABLES } from "../topology.ts";

/** Writes the pages that functions serve, as the bundler does for Lambda, and answers where each lies. */
export function writePages(folder: string): Record<string, string> {
  const pages = FUNCTIONS.flatMap(({ page }) => page ?? []);
  return Object.fromEntries(
    pages.map((name) => {
      const file = join(folder, pageFileName(name));
      writeFileSync(file, pageFile(name));
      return [PAGE_VARIABLES[name], file];
    }),
  );
}
