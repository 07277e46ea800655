import { runWorker, WORKERS, type WorkerOutcome } from "../workers.ts";
import { isShownBy, PLANTED_BUGS } from "./bugs.ts";
import { describeFound, type Found } from "./describe-found.ts";
import type { PlantedBug } from "./planted-bug.ts";

const SEEDS = 1_000;
/** Where to begin: the median over several beginnings says more than one lucky seed. */
const BEGINNINGS = [1, 100_001, 200_001];
/** Far more than so many seeds take on a busy machine: a bug must not be able to keep the others waiting for ever. */
const LONGEST_RUN_MS = 40 * 60_000;

/** Each bug in processes of its own, until a seed shows it. `named`: only those that have this in their name. */
export async function findPlanted(named: string | undefined, minutes: number | undefined): Promise<number> {
  const waiting = PLANTED_BUGS.filter(({ name }) => name.includes(named ?? ""));
  if (waiting.length === 0) throw new Error(`There is no planted bug ${named}.`);
  const found: Found[] = [];
  const worker = async (): Promise<void> => {
    for (let bug = waiting.shift(); bug; bug = waiting.shift()) {
      const result = await find(bug, minutes);
      process.stderr.write(`${result.name}: ${result.seeds ?? "not found"} ${result.how}\n`);
      found.push(result);
    }
  };
  await Promise.all(Array.from({ length: WORKERS }, worker));
  console.log(describeFound(found));
  return found.every(({ seeds }) => seeds !== undefined) ? 0 : 1;
}

/** Found is what at least two beginnings show: then the median of the three is a number. */
async function find(bug: PlantedBug, minutes: number | undefined): Promise<Found> {
  const { name } = bug;
  const counts: number[] = [];
  let how = "";
  for (const from of BEGINNINGS) {
    const outcome = await runWith(name, from, minutes);
    if ("fault" in outcome) return { name, seeds: undefined, how: outcome.fault };
    const { failures, seeds } = outcome.tally;
    const first = failures.find((failure) => isShownBy(bug, failure));
    counts.push(first ? seeds : Number.POSITIVE_INFINITY);
    if (first) how ||= `${first.invariant}: ${first.detail.slice(0, 90)}`;
  }
  const median = counts.sort((one, other) => one - other)[1] ?? Number.POSITIVE_INFINITY;
  const each = counts.map((count) => (Number.isFinite(count) ? count : "not found")).join(", ");
  return { name, seeds: Number.isFinite(median) ? median : undefined, how: `(${each}) ${how}` };
}

function runWith(name: string, from: number, minutes: number | undefined): Promise<WorkerOutcome> {
  const bounds = ["--seeds", String(SEEDS), ...(minutes === undefined ? [] : ["--minutes", String(minutes)])];
  return runWorker(["--plant", name, "--from", String(from), ...bounds], LONGEST_RUN_MS);
}
