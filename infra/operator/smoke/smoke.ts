import { parseArgs } from "node:util";
import { CHECKS } from "./checks.ts";
import { findTarget } from "./find-target.ts";
import { runTrials } from "./sandbox/run-trials.ts";

/**
 * `npm run smoke`: does it work, as a merchant would see it? Against the running local stack (STATE_DIR), or with
 * `--env staging` a deployed one, with the key of a merchant made for it in SMOKE_API_KEY. No money moves: the payment
 * is canceled before a buyer could pay it. With `--sandbox` it is the processor that is tried, not the service.
 */
try {
  const options = {
    env: { type: "string" },
    sandbox: { type: "boolean" },
    only: { type: "string" },
  } as const;
  const { values } = parseArgs({ options });
  await (values.sandbox ? runTrials(values.only) : runChecks(values.env));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

async function runChecks(environment: string | undefined): Promise<void> {
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
