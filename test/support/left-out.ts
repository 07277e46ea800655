import { globSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Reporter, Vitest } from "vitest/node";
import { SLOW } from "./test-parts.ts";

const ROOT = join(import.meta.dirname, "../..");

/** How many slow test files each folder has. */
function slowFolders(): Map<string, number> {
  const folders = globSync(SLOW, { cwd: ROOT }).map((file) => dirname(file).replaceAll("\\", "/"));
  return new Map(folders.sort().map((one) => [one, folders.filter((other) => other === one).length]));
}

/** Says at the end of a run that left the slow tests out where they are. */
export class LeftOut implements Reporter {
  private isWithoutSlow = false;

  onInit({ projects }: Vitest): void {
    this.isWithoutSlow = projects.every(({ name }) => name !== "slow");
  }

  onTestRunEnd(): void {
    if (!this.isWithoutSlow) return;
    console.log("Not run here (npm run test:rest runs it):");
    for (const [folder, files] of slowFolders())
      console.log(`  ${folder}: ${files} ${files === 1 ? "file" : "files"}`);
  }
}
