import { join } from "node:path";
import { synthesise } from "../../infra/rehearsal/synthesise.ts";
import { oncePerRun } from "../support/once-per-run.ts";

/** The environment dev, synthesised. Answers its folder. */
export const devAssembly = (): Promise<string> =>
  oncePerRun("dev-assembly", async (folder) => {
    await synthesise(folder, { env: "dev" });
    return folder;
  });

/** The functions' bundles, as they were synthesised. */
export const bundlesIn = (assembly: string): string => join(assembly, "bundles");
