import { CHECKS } from "./checks.ts";
import { findTarget } from "./find-target.ts";

/** Says a line for each part of the service, as a merchant would see it. A part that fails makes the command fail. */
export async function runChecks(environment: string | undefined): Promise<void> {
  const target = await findTarget(environment);
  console.log(`Smoke of ${target.baseUrl}`);
  for (const { name, check } of CHECKS) {
    const { kind, detail } = await check(target).catch((error: unknown) => ({
      kind: "failed" as const,
      detail: error instanceof Error ? error.message : String(error),
    }));
    console.log(`${kind.padEnd(8)} ${name.padEnd(10)} ${detail}`);
    if (kind === "failed") process.exitCode = 1;
  }
}
