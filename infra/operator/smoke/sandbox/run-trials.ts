import { UNTRIED } from "./method-trials.ts";
import { openSandbox } from "./open-sandbox.ts";
import { Seller } from "./seller.ts";
import { TRIALS } from "./trials.ts";

/**
 * `npm run smoke -- --sandbox`: tries at the processor itself what the simulator only assumes, with the test key in
 * SANDBOX_KEY. `only`: the name of one trial. What differs is said, and makes the command fail.
 */
export async function runTrials(only: string | undefined): Promise<void> {
  const trials = TRIALS.filter(({ name }) => only === undefined || name === only);
  if (trials.length === 0)
    throw new Error(`There is no trial ${only}. Trials: ${TRIALS.map(({ name }) => name).join(", ")}.`);
  const { accountId, ...sandbox } = await openSandbox(process.env);
  if (accountId === undefined)
    throw new Error("No account of this sandbox can take charges. Onboard one, or set SANDBOX_ACCOUNT.");
  console.log(`Trying the processor's sandbox in ${accountId}`);
  for (const { name, look } of trials) {
    const { kind, says } = await look(new Seller({ ...sandbox, accountId })).then(
      (found) => ({ kind: found.isAsExpected ? "expected" : "differs", says: found.says }),
      (error: unknown) => ({ kind: "failed", says: error instanceof Error ? error.message : String(error) }),
    );
    console.log(`${kind.padEnd(9)} ${name.padEnd(17)} ${says}`);
    if (kind !== "expected") process.exitCode = 1;
  }
  if (only !== undefined) return;
  console.log(`Not tried, because no trial can: ${UNTRIED.length}`);
  for (const { belief, why } of UNTRIED) console.log(`untried   ${belief}: ${why}`);
}
