import { dirname, join } from "node:path";
import { synthesise } from "../../infra/rehearsal/synthesise.ts";
import { oncePerRun } from "../support/once-per-run.ts";
import { bundleAll, bundleNamed } from "../template/support/bundled-functions.ts";

const HOOK = join(import.meta.dirname, "synthesis-hook.ts");

/** The environment dev, synthesised. Answers its folder. */
export const devAssembly = (): Promise<string> =>
  oncePerRun("dev-assembly", async (folder) => {
    await synthesise(folder, { env: "dev" }, await withBundles());
    return folder;
  });

/** Variables for a synthesis that takes the functions' code as it was bundled for this run. */
export async function withBundles(): Promise<Record<string, string>> {
  const { directory } = bundleNamed(await bundleAll(), "webhook");
  return { BUNDLES: dirname(directory), NODE_OPTIONS: `--import=${HOOK}` };
}
