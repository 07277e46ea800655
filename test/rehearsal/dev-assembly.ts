import { dirname } from "node:path";
import { runNode } from "../support/deployer-shell.ts";
import { OPERATOR_ARN, startAws } from "../support/fake-aws.ts";
import { oncePerRun } from "../support/once-per-run.ts";
import { bundleAll, bundleNamed } from "../template/support/bundled-functions.ts";

/** As an address, because NODE_OPTIONS is split at spaces. */
const HOOK = new URL("synthesis-hook.ts", import.meta.url).href;

export type Synthesized = { folder: string; questions: string[] };

/** The environment dev, as `npm run synth -- -c env=dev` makes it for somebody without credentials; and what AWS was asked. */
export const synthesizeDev = (): Promise<Synthesized> =>
  oncePerRun("dev-assembly", async (folder) => {
    const aws = await startAws(OPERATOR_ARN, () => undefined);
    const line = `infra/aws/cdk.ts synth --quiet -c env=dev --output "${folder}"`;
    // Checking the templates takes longer than making them, and has a test of its own.
    const variables = { HOME: dirname(folder), CDK_VALIDATION: "false", ...(await withBundles()) };
    const { code, output } = await runNode(line, aws, variables);
    aws.server.close();
    if (code !== 0) throw new Error(output);
    return { folder, questions: aws.questions };
  });

export const devAssembly = async (): Promise<string> => (await synthesizeDev()).folder;

/** Variables for a synthesis that takes the functions' code as it was bundled for this run. */
export async function withBundles(): Promise<Record<string, string>> {
  const { directory } = bundleNamed(await bundleAll(), "webhook");
  return { BUNDLES: dirname(directory), NODE_OPTIONS: `--import=${HOOK}` };
}
