import { execFile } from "node:child_process";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { findPlanted } from "./planted/find-planted.ts";
import { plants } from "./planted/plant.ts";
import { REMEMBERED_SEEDS } from "./remembered-seeds.ts";
import { addSeed, addTally, describeTally, emptyTally, type Tally } from "./report.ts";
import { shrink } from "./shrink.ts";
import { loadService, simulateSeed } from "./simulate-seed.ts";

const USAGE = `npm run simulate -- [--seeds N | --seed N | --minutes N | --planted]
  --seeds N      the seeds from --from (1) on, and all remembered ones; 1000 unless told
  --seed N       one seed, with its story
  --minutes N    as many as fit into the time; with --seeds, at most so many
  --planted      each planted bug, until it is found`;

type Options = Record<"seed" | "seeds" | "minutes" | "from", number | undefined> & {
  stopsAtFirst: boolean;
  isWorker: boolean;
};

function parse(argv: string[]): Options {
  const numberAfter = (name: string): number | undefined => {
    const place = argv.indexOf(`--${name}`);
    return place < 0 ? undefined : Number(argv[place + 1]);
  };
  const options = {
    seed: numberAfter("seed"),
    seeds: numberAfter("seeds"),
    minutes: numberAfter("minutes"),
    from: numberAfter("from"),
    stopsAtFirst: argv.includes("--plant"),
    isWorker: argv.includes("--worker"),
  };
  if (Object.values(options).some(Number.isNaN)) throw new Error(USAGE);
  return options;
}

export async function main(argv: string[]): Promise<number> {
  const options = parse(argv);
  if (argv.includes("--planted")) return findPlanted(options.minutes);
  await loadService();
  if (plants.wanted && plants.count !== 1) throw new Error(`The file of ${plants.wanted} was not loaded.`);
  if (options.seed !== undefined) return tellSeed(options.seed);
  const tally = await (options.isWorker ? runSeeds(options) : shareSeeds(options));
  if (options.isWorker) {
    process.stdout.write(`${JSON.stringify(tally)}\n`);
    return 0;
  }
  console.log(describeTally(tally));
  return endWith(tally);
}

async function runSeeds(options: Options): Promise<Tally> {
  const { seeds = 1_000, minutes, from = 1, stopsAtFirst } = options;
  const tally = emptyTally();
  const startedAt = performance.now();
  const last =
    minutes === undefined || options.seeds !== undefined ? from + seeds - 1 : Number.POSITIVE_INFINITY;
  const isTimeOver = () => minutes !== undefined && performance.now() - startedAt > minutes * 60_000;
  const remembered = stopsAtFirst || from !== 1 ? [] : REMEMBERED_SEEDS.map(({ seed }) => seed);
  for (const seed of remembered) addSeed(tally, await simulateSeed({ seed }));
  for (let seed = from; seed <= last && !isTimeOver(); seed++) {
    addSeed(tally, await simulateSeed({ seed }));
    if (stopsAtFirst && tally.failures.length > 0) break;
  }
  const seconds = (performance.now() - startedAt) / 1000;
  const cpu = (process.cpuUsage().user + process.cpuUsage().system) / 1000 / tally.seeds;
  process.stderr.write(
    `${(tally.seeds / seconds).toFixed(1)} seeds a second in this process, ${cpu.toFixed(1)} ms of CPU a seed\n`,
  );
  return tally;
}

const WORKERS = availableParallelism();
/** Without a number of seeds each worker goes on from far beyond the others. */
const FAR = 10_000_000;

/** In as many processes as there are cores. What they found is put together in order, whoever was first. */
async function shareSeeds(options: Options): Promise<Tally> {
  const { from = 1, minutes } = options;
  const seeds = options.seeds ?? (minutes === undefined ? 1_000 : undefined);
  const share = seeds === undefined ? undefined : Math.ceil(seeds / WORKERS);
  const shares = Array.from({ length: WORKERS }, (_, worker) => {
    const given = ["--worker", "--from", String(from + worker * (share ?? FAR))];
    const left = seeds === undefined ? undefined : Math.min(share ?? 0, seeds - worker * (share ?? 0));
    if (left !== undefined) given.push("--seeds", String(Math.max(left, 0)));
    return minutes === undefined ? given : [...given, "--minutes", String(minutes)];
  });
  const tally = emptyTally();
  for (const one of await Promise.all(shares.map(runWorker))) addTally(tally, one);
  return tally;
}

async function runWorker(given: string[]): Promise<Tally> {
  const script = join(import.meta.dirname, "simulate.ts");
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [script, ...given], {
    maxBuffer: 64 * 1024 * 1024,
  });
  process.stderr.write(stderr);
  return JSON.parse(stdout) as Tally;
}

async function tellSeed(seed: number): Promise<number> {
  const result = await simulateSeed({ seed, tells: true });
  console.log(`seed ${seed}, faults: ${result.existing.join(", ") || "none"}`);
  console.log(result.story.join("\n"));
  console.log(describeViolations(result));
  return result.violations.length > 0 ? 1 : 0;
}

async function endWith({ failures }: Tally): Promise<number> {
  const [first] = failures;
  if (!first) {
    console.log("\n0 violations");
    return 0;
  }
  for (const { seed, invariant, detail } of failures.slice(0, 40))
    console.log(`seed ${seed}: ${invariant}: ${detail}`);
  const smallest = await shrink(first.seed);
  console.log(`\nthe smallest story of seed ${first.seed} (${smallest.described})`);
  console.log(smallest.story.join("\n"));
  console.log(`\n${failures.length} violations`);
  return 1;
}

const describeViolations = ({
  violations,
}: {
  violations: { invariant: string; detail: string }[];
}): string =>
  violations.length === 0
    ? "0 violations"
    : violations.map(({ invariant, detail }) => `${invariant}: ${detail}`).join("\n");
