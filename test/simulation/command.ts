import { writeFileSync } from "node:fs";
import { type Options, parseOptions, USAGE } from "./options.ts";
import { isShownBy, PLANTED_BUGS } from "./planted/bugs.ts";
import { findPlanted } from "./planted/find-planted.ts";
import { plants } from "./planted/plant.ts";
import { addSeed, addTally, describeTally, emptyTally, rareStates, type Tally } from "./report.ts";
import { runScenarios, violationsOf } from "./scenarios/run-scenario.ts";
import { shrink } from "./shrink.ts";
import { loadService, simulateSeed } from "./simulate-seed.ts";
import { runWorkers, WORKERS } from "./workers.ts";

export async function main(argv: string[]): Promise<number> {
  if (argv.includes("--help")) {
    console.log(USAGE);
    return 0;
  }
  const options = understand(argv);
  if (options === undefined) return 2;
  if (argv.includes("--planted")) return findPlanted(options.planted, options.minutes);
  if (options.isWorker) {
    process.stdout.write(`${JSON.stringify(await runSeeds(options))}\n`);
    return 0;
  }
  const { seed, scenarios } = options;
  const isOnlyAbout = options.seeds === undefined && (seed !== undefined || scenarios.length > 0);
  const ends: number[] = [];
  if (!isOnlyAbout) ends.push(await judgeSeeds(options));
  if (seed !== undefined) ends.push(await tellSeed(seed));
  if (scenarios.length > 0) ends.push(await runScenarios(scenarios, options.share ?? 1));
  return Math.max(...ends);
}

/** undefined: a word is wrong, and it was said which. */
function understand(argv: string[]): Options | undefined {
  try {
    return parseOptions(argv);
  } catch (error) {
    console.error((error as Error).message);
    return undefined;
  }
}

async function judgeSeeds(options: Options): Promise<number> {
  const startedAt = performance.now();
  const tally = options.isHere ? await runSeeds(options) : await shareSeeds(options);
  const seconds = (performance.now() - startedAt) / 1000;
  const processes = options.isHere ? "this process" : `${WORKERS} processes`;
  process.stderr.write(
    `${(tally.seeds / seconds).toFixed(0)} seeds a second in ${processes}, ${seconds.toFixed(1)} s\n`,
  );
  if (options.rights) writeFileSync(options.rights, `${tally.rights.join("\n")}\n`);
  return report(tally);
}

async function loadAll(): Promise<void> {
  await loadService();
  if (plants.wanted && plants.count !== 1) throw new Error(`The file of ${plants.wanted} was not loaded.`);
}

async function runSeeds(options: Options): Promise<Tally> {
  await loadAll();
  const { seeds = 1_000, minutes, from = 1, stopsAtFirst } = options;
  const tally = emptyTally();
  const planted = PLANTED_BUGS.find(({ name }) => name === plants.wanted);
  if (planted?.scenario) {
    const violations = await violationsOf(planted.scenario);
    return { ...tally, seeds: 1, failures: violations.map((violation) => ({ seed: 0, ...violation })) };
  }
  const startedAt = performance.now();
  const last =
    minutes === undefined || options.seeds !== undefined ? from + seeds - 1 : Number.POSITIVE_INFINITY;
  const isTimeOver = () => minutes !== undefined && performance.now() - startedAt > minutes * 60_000;
  for (let seed = from; seed <= last && !isTimeOver(); seed++) {
    addSeed(tally, await simulateSeed({ seed }));
    if (stopsAtFirst && tally.failures.some((failure) => !planted || isShownBy(planted, failure))) break;
  }
  return tally;
}

/** Without a number of seeds each worker goes on from far beyond the others. */
const FAR = 10_000_000;

/** In as many processes as there are cores. What they found is put together in order, whoever was first. */
async function shareSeeds(options: Options): Promise<Tally> {
  const { from = 1, minutes } = options;
  const seeds = options.seeds ?? (minutes === undefined ? 1_000 : undefined);
  const share = seeds === undefined ? undefined : Math.ceil(seeds / WORKERS);
  const shares = Array.from({ length: WORKERS }, (_, worker) => {
    const given = ["--from", String(from + worker * (share ?? FAR))];
    const left = seeds === undefined ? undefined : Math.min(share ?? 0, seeds - worker * (share ?? 0));
    if (left !== undefined) given.push("--seeds", String(Math.max(left, 0)));
    return minutes === undefined ? given : [...given, "--minutes", String(minutes)];
  });
  const tally = emptyTally();
  for (const one of await runWorkers(shares)) addTally(tally, one);
  return tally;
}

/** Of an error that a story tells of. */
const FRAMES_TOLD = 12;

async function tellSeed(seed: number): Promise<number> {
  await loadAll();
  Error.stackTraceLimit = FRAMES_TOLD;
  const { violations, story, existing } = await simulateSeed({ seed, tells: true });
  Error.stackTraceLimit = 0;
  console.log(`seed ${seed}, faults: ${existing.join(", ") || "none"}`);
  console.log(story.join("\n"));
  if (violations.length === 0) console.log("0 violations");
  for (const { invariant, detail } of violations) console.log(`${invariant}: ${detail}`);
  return violations.length > 0 ? 1 : 0;
}

/** Of fewer seeds a rare state may be missing by chance. */
const ENOUGH_TO_JUDGE = 700;

async function report(tally: Tally): Promise<number> {
  console.log(describeTally(tally));
  const rare = tally.seeds >= ENOUGH_TO_JUDGE ? rareStates(tally) : [];
  if (rare.length > 0) console.log(`\nreached in less than 1 % of the seeds: ${rare.join(", ")}`);
  const [first] = tally.failures;
  if (!first) {
    console.log("\n0 violations");
    return rare.length === 0 ? 0 : 1;
  }
  for (const { seed, invariant, detail } of tally.failures.slice(0, 40))
    console.log(`seed ${seed}: ${invariant}: ${detail}`);
  await loadAll();
  const smallest = await shrink(first.seed);
  console.log(`\nthe smallest story of seed ${first.seed} (${smallest.described})`);
  console.log(smallest.story.join("\n"));
  console.log(`\n${tally.failures.length} violations`);
  return 1;
}
