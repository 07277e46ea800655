import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { pageFile, pageFileName } from "../pages/page-file.ts";
import type { PageName } from "../topology.ts";

/** As the bundler does for Lambda. */
export async function writePage(name: PageName, folder: string): Promise<string> {
  const file = join(folder, pageFileName(name));
  writeFileSync(file, await pageFile(name));
  return file;
}
