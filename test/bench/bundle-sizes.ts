import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bundleFunctions } from "../../infra/aws/bundle/bundle-functions.ts";
import { FUNCTIONS } from "../../infra/topology.ts";
import { type Bench, columns } from "./report.ts";

/** What they cost in time is another question: `npm run bench -- cold`. */
export const bundleSizes: Bench = {
  title: "bundles, in KB",
  measure: async () => {
    const directory = mkdtempSync(join(tmpdir(), "payments-bundles-"));
    const bundles = await bundleFunctions(FUNCTIONS, directory);
    rmSync(directory, { recursive: true, force: true });
    return columns(
      Object.fromEntries(
        [...bundles].map(([name, { bytes }]) => [name, (bytes / 1024).toFixed(0).padStart(4)]),
      ),
    );
  },
};
