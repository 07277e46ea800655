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
  console.log(rowOf({ result: "result", tried: "tried", belief: "belief", says: "seen" }));
  for (const { name: tried, belief, look } of trials) {
    const { result, says } = await look(new Seller({ ...sandbox, accountId })).then(
      (found) => ({ result: found.isAsExpected ? "expected" : "differs", says: found.says }),
      (error: unknown) => ({
        result: "failed",
        says: error instanceof Error ? error.message : String(error),
      }),
    );
    console.log(rowOf({ result, tried, belief, says }));
    if (result !== "expected") process.exitCode = 1;
  }
}

type Row = { result: string; tried: string; belief: string; says: string };

const rowOf = ({ result, tried, belief, says }: Row): string =>
  `${result.padEnd(9)} ${tried.padEnd(19)} ${belief.padEnd(66)} ${says}`;
