import { SCENARIOS, type ScenarioNumber } from "../options.ts";
import { loadService } from "../simulate-seed.ts";
import type { Violation } from "../world/simulation.ts";
import { runFailingDay } from "./failing-day.ts";
import { runHangingEndpoints } from "./hanging-endpoints.ts";
import { runMillionDue } from "./million-due.ts";
import { countOf } from "./numbers.ts";
import type { ScenarioResult } from "./scenario-world.ts";

const RUNS: Record<ScenarioNumber, (share: number) => Promise<ScenarioResult>> = {
  41: runFailingDay,
  47: runMillionDue,
  99: runHangingEndpoints,
};

const MEGABYTE = 2 ** 20;

/** What is too large for a seed, at its full size. `share`: only so much of it. */
export async function runScenarios(numbers: ScenarioNumber[], share: number): Promise<number> {
  await loadService();
  let violations = 0;
  for (const number of numbers) violations += await runScenario(number, share);
  return violations === 0 ? 0 : 1;
}

/** As much of each as shows a planted bug. */
const SMALL_SHARES: Record<ScenarioNumber, number> = { 41: 0.0005, 47: 0.0005, 99: 0.3 };

export const violationsOf = async (number: ScenarioNumber): Promise<Violation[]> =>
  (await RUNS[number](SMALL_SHARES[number])).violations;

/** How many violations it has found. What depends on the machine goes to stderr. */
async function runScenario(number: ScenarioNumber, share: number): Promise<number> {
  const startedAt = performance.now();
  const { text, calls, violations } = await RUNS[number](share);
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(0);
  const megabytes = (process.memoryUsage().rss / MEGABYTE).toFixed(0);
  console.log([`${number}: ${SCENARIOS[number]}`, ...text.map((line) => `  ${line}`)].join("\n"));
  console.log(`  calls               ${countOf(calls)} to ledger, queues, secrets and merchants\n`);
  for (const { invariant, detail } of violations.slice(0, 40)) console.log(`${invariant}: ${detail}`);
  console.log(`${violations.length} violations`);
  console.error(`${seconds} s, ${megabytes} MB`);
  return violations.length;
}
