import { spawn } from "node:child_process";
import { join } from "node:path";
import cdkJson from "../../cdk.json" with { type: "json" };

const APP = join(import.meta.dirname, "../aws/app.ts");

/**
 * Synthesizes an environment into a folder, as `npm run synth` does: the app's own program, with the settings that the
 * CDK's command would give it. The folder lies outside of the project, where no bundle finds a node_modules. `app`: a
 * program that has the app's place, in tests.
 */
export async function synthesize(
  outdir: string,
  context: Record<string, string>,
  variables: Record<string, string> = {},
  app = APP,
): Promise<void> {
  // A test of its own checks CloudFormation's rules, which takes longer than all the rest.
  const { "@aws-cdk/core:validateAgainstDefaultRules": _, ...settings } = cdkJson.context;
  const child = spawn(process.execPath, [app], {
    cwd: join(import.meta.dirname, "../.."),
    env: {
      ...process.env,
      ...variables,
      CDK_VALIDATION: "false",
      CDK_OUTDIR: outdir,
      CDK_CONTEXT_JSON: JSON.stringify({ ...settings, ...context }),
    },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let said = "";
  child.stderr.on("data", (chunk) => {
    said += chunk;
  });
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  child.once("error", reject);
  child.once("close", (code) => resolve(code ?? 1));
  if ((await promise) === 0) return;
  throw new Error(said.trim().split("\n").at(-1) || "The stacks could not be synthesized.");
}
