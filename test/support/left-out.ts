import { globSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Reporter, Vitest } from "vitest/node";
import { SLOW } from "./test-parts.ts";

const ROOT = join(import.meta.dirname, "../..");

/** What the slow tests of a folder show. */
export const SHOWN_BY: Record<string, string> = {
  "test/bench": "the command of the benches",
  "test/browser": "the console, the shop and the reference page in a browser",
  "test/integration/attention": "each kind of what needs a person, as the guide shows it",
  "test/integration/client": "the client's package, installed in an empty folder",
  "test/integration/console": "what the overview sums up, day by day",
  "test/integration/contract": "the guides' samples and commands",
  "test/integration/events": "each kind of event in the platform's own queue",
  "test/integration/local-service": "the demo shop, from each way to pay to a dispute",
  "test/integration/local-stack": "the local stack in processes that are stopped, killed or do not start",
  "test/integration/operator": "the operator's commands, beside a running stack or a sandbox",
  "test/integration/reconciliation": "a month of three merchants that closes to the cent",
  "test/integration/rights": "what is done without each right of the processor's key",
  "test/judges": "the command of the judges",
  "test/rehearsal": "every function and route of the templates, and a restore",
  "test/security": "the log lines of a whole stack",
  "test/simulation": "800 of the 1,000 simulated days",
  "test/template": "the functions' bundles, CloudFormation's own rules and the deploy command",
  "test/unit/flows": "a due list and a recovery of thousands, and a payout of 20,000 lines",
};

/** How many slow test files each folder has. */
export function slowFolders(): Map<string, number> {
  const folders = globSync(SLOW, { cwd: ROOT }).map((file) => dirname(file).replaceAll("\\", "/"));
  return new Map(folders.sort().map((one) => [one, folders.filter((other) => other === one).length]));
}

/** Says at the end of a run that left the slow tests out what they would have shown. */
export class LeftOut implements Reporter {
  private isWithoutSlow = false;

  onInit({ projects }: Vitest): void {
    this.isWithoutSlow = projects.every(({ name }) => name !== "slow");
  }

  onTestRunEnd(): void {
    if (!this.isWithoutSlow) return;
    console.log("Not run here (npm run test:rest runs it):");
    for (const [folder, files] of slowFolders())
      console.log(`  ${SHOWN_BY[folder]} (${files} ${files === 1 ? "file" : "files"} in ${folder})`);
  }
}
