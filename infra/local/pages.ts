import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { pageFile, pageFileName } from "../pages/page-file.ts";
import type { PageName } from "../topology.ts";

/** As the bundler does for Lambda. */
export function writePage(name: PageName, folder: string): string {
  const file = join(folder, pageFileName(name));
  writeFileSync(file, pageFile(name));
  return file;
}
