import { runWorker, WORKERS, type WorkerOutcome } from "../workers.ts";
import { PLANTED_BUGS, type PlantedBug } from "./bugs.ts";

const SEEDS = 1_000;
/** Where to begin: the median over several beginnings says more than one lucky seed. */
const BEGINNINGS = [1, 100_001, 200_001];

type Found = { name: string; seeds: number | undefined; how: string };

/** Each bug in processes of its own, until a seed shows it. */
export async function findPlanted(minutes: number | undefined): Promise<number> {
  const waiting = [...PLANTED_BUGS];
  const found: Found[] = [];
  const worker = async (): Promise<void> => {
    for (let bug = waiting.shift(); bug; bug = waiting.shift()) {
      const result = await find(bug, minutes);
      process.stderr.write(`${result.name}: ${result.seeds ?? result.how}\n`);
      found.push(result);
    }
  };
  await Promise.all(Array.from({ length: WORKERS }, worker));
  found.sort((one, other) => (one.name < other.name ? -1 : 1));
  for (const { name, seeds, how } of found)
    console.log(`${name.padEnd(50)} ${seeds === undefined ? "NOT FOUND" : `${seeds} seeds`}  ${how}`);
  const missed = found.filter(({ seeds }) => seeds === undefined);
  console.log(`\n${found.length - missed.length} of ${found.length} planted bugs found`);
  return missed.length === 0 ? 0 : 1;
}

async function find({ name }: PlantedBug, minutes: number | undefined): Promise<Found> {
  const counts: number[] = [];
  let how = "";
  for (const from of BEGINNINGS) {
    const outcome = await runWith(name, from, minutes);
    if ("fault" in outcome) return { name, seeds: undefined, how: outcome.fault };
    const { failures, seeds } = outcome.tally;
    const [first] = failures;
    counts.push(first ? seeds : Number.POSITIVE_INFINITY);
    if (first) how ||= `${first.invariant}: ${first.detail.slice(0, 90)}`;
  }
  const median = counts.sort((one, other) => one - other)[1] ?? Number.POSITIVE_INFINITY;
  const seeds = Number.isFinite(median) ? median : undefined;
  return { name, seeds, how: `(${counts.join(", ")}) ${how}` };
}

function runWith(name: string, from: number, minutes: number | undefined): Promise<WorkerOutcome> {
  const bounds = ["--seeds", String(SEEDS), ...(minutes === undefined ? [] : ["--minutes", String(minutes)])];
  return runWorker(["--plant", name, "--from", String(from), ...bounds]);
}
