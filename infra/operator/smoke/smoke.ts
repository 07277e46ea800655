import { parseArgs } from "node:util";
import { runChecks } from "./checks.ts";
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
