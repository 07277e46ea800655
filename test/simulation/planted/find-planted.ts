import { execFile } from "node:child_process";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Tally } from "../report.ts";
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
  await Promise.all(Array.from({ length: availableParallelism() }, worker));
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
    if (typeof outcome === "string") return { name, seeds: undefined, how: outcome };
    const [first] = outcome.failures;
    if (!first) return { name, seeds: undefined, how: `not in ${outcome.seeds} seeds from ${from} on` };
    counts.push(outcome.seeds);
    how ||= `${first.invariant}: ${first.detail.slice(0, 90)}`;
  }
  counts.sort((one, other) => one - other);
  return { name, seeds: counts[1], how };
}

async function runWith(name: string, from: number, minutes: number | undefined): Promise<Tally | string> {
  const script = join(import.meta.dirname, "../simulate.ts");
  const bounds = ["--seeds", String(SEEDS), ...(minutes === undefined ? [] : ["--minutes", String(minutes)])];
  const given = [script, "--plant", name, "--worker", "--from", String(from), ...bounds];
  try {
    const { stdout } = await promisify(execFile)(process.execPath, given, { maxBuffer: 16 * 1024 * 1024 });
    return JSON.parse(stdout) as Tally;
  } catch (error) {
    const { stderr = "" } = error as { stderr?: string };
    return /Error: (.*)/.exec(stderr)?.[1] ?? "the process failed";
  }
}
