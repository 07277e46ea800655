import { loadService } from "../simulate-seed.ts";
import { runFailingDay } from "./failing-day.ts";
import { runMillionDue } from "./million-due.ts";
import { countOf } from "./numbers.ts";
import type { ScenarioResult } from "./scenario-world.ts";

type Scenario = { says: string; run: (share: number) => Promise<ScenarioResult> };

/** By their numbers in test/FAILURES.md. */
const SCENARIOS = new Map<number, Scenario>([
  [41, { says: "two failing events a second for a day", run: runFailingDay }],
  [47, { says: "a million entries are due at once", run: runMillionDue }],
]);

const MEGABYTE = 2 ** 20;

/** What is too large for a seed, at its full size. `share`: only so much of it. */
export async function runScenarios(names: string, share: number): Promise<number> {
  const wanted = names.split(",").map((name) => ({ name, scenario: SCENARIOS.get(Number(name)) }));
  const unknown = wanted.find(({ scenario }) => scenario === undefined);
  if (unknown) {
    const known = [...SCENARIOS].map(([number, { says }]) => `  ${number}  ${says}`);
    console.error(`There is no scenario "${unknown.name}". There are:\n${known.join("\n")}`);
    return 1;
  }
  await loadService();
  let violations = 0;
  for (const { name, scenario } of wanted)
    if (scenario) violations += await runScenario(name, scenario, share);
  return violations === 0 ? 0 : 1;
}

/** How many violations it has found. What depends on the machine goes to stderr. */
async function runScenario(name: string, { says, run }: Scenario, share: number): Promise<number> {
  const startedAt = performance.now();
  const { text, calls, violations } = await run(share);
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(0);
  const megabytes = (process.memoryUsage().rss / MEGABYTE).toFixed(0);
  console.log([`${name}: ${says}`, ...text.map((line) => `  ${line}`)].join("\n"));
  console.log(`  calls               ${countOf(calls)} to ledger, queues, secrets and merchants\n`);
  for (const { invariant, detail } of violations.slice(0, 40)) console.log(`${invariant}: ${detail}`);
  console.log(`${violations.length} violations`);
  console.error(`${seconds} s, ${megabytes} MB`);
  return violations.length;
}
