import { spawnSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { parseArgs } from "node:util";
import { seededRandom } from "../support/seeded-random.ts";
import { compiling } from "./compile.ts";
import { type Drawn, type Limits, type Verdict, Verdicts } from "./judge.ts";
import { mutationsIn } from "./mutations.ts";
import { type Reach, readReach } from "./reach.ts";

/*
 * A measure of the tests that cannot be tuned to: random mistakes of one line, and how many of them the tests notice.
 *
 *   draw    a line of the source and a mistake in it; what does not compile is left out
 *   try     the quickest tests that reach the line, then simulated seeds, then the other tests, until one of them fails
 *   believe a failure only where the same test passes without the mistake
 *   restore the line, whatever happened
 *
 * By hand and not in `npm test`: a mistake takes up to minutes.
 */

const ROOT = join(import.meta.dirname, "../..");
const USAGE =
  "npm run mutate -- [--sample 60] [--seed N] [--seeds 200] [--seconds 90] [--file part-of-a-path[:line]] | --reach [test-file…]";
const SOURCES = ["shared/**/*.ts", "infra/topology.ts", "functions/console/page/**/*.{ts,tsx}"];
const NOT_OURS = /\/generated\/|\/node_modules\/|\/dist\/|write-types\.ts$|packing-dictionary\.ts$/;

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      sample: { type: "string", default: "60" },
      seed: { type: "string", default: String(Date.now() % 1_000_000) },
      seeds: { type: "string", default: "200" },
      seconds: { type: "string", default: "90" },
      file: { type: "string", default: "" },
      reach: { type: "boolean", default: false },
    },
  });
  if (values.reach) process.exit(recordReach(positionals));
  const sample = wholeNumber(values.sample);
  const seed = wholeNumber(values.seed);
  const limits = { seconds: wholeNumber(values.seconds), seeds: wholeNumber(values.seeds) };
  if (spawnSync("git", ["diff", "--quiet", "HEAD"], { cwd: ROOT }).status !== 0)
    fail("Commit first: mutations are made in the tree itself.");
  const reaches = readReach();
  if (reaches.length === 0)
    fail("What tests reach is not known yet: npm run mutate -- --reach (once, as long as npm test).");
  // A signal ends the sample after the mistake that is being tried, when the file is restored.
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, () => process.exit(1));
  report(await tryAll(reaches, draw({ sample, seed, part: values.file }), limits), seed);
}

const wholeNumber = (text: string): number => (/^\d{1,9}$/.test(text) ? Number(text) : fail(USAGE));

function fail(line: string): never {
  console.error(line);
  process.exit(1);
}

const recordReach = (tests: string[]): number =>
  spawnSync("vitest", ["run", "--config", "test/mutation/reach.config.ts", ...tests], {
    cwd: ROOT,
    stdio: "inherit",
  }).status ?? 1;

type Sample = { sample: number; seed: number; part: string };

/** Up to two fifths of all mistakes do not compile: so many more are drawn, and all are compiled together. */
function draw({ sample, seed, part }: Sample): Drawn[] {
  const random = seededRandom(seed);
  const [file = "", line] = part.split(":");
  const files = SOURCES.flatMap((pattern) => globSync(pattern, { cwd: ROOT }))
    .map((name) => name.replaceAll("\\", "/"))
    .filter((name) => !NOT_OURS.test(name) && name.includes(file))
    .sort();
  const all = files
    .flatMap((name) =>
      mutationsIn(readFileSync(join(ROOT, name), "utf8")).map((mutation) => ({ ...mutation, file: name })),
    )
    .filter((mutation) => line === undefined || mutation.line === Number(line));
  const drawn: Drawn[] = [];
  while (drawn.length < Math.ceil(sample * 1.75) && all.length > 0)
    drawn.push(...all.splice(Math.floor(random() * all.length), 1));
  console.log(`seed ${seed}: ${drawn.length} drawn of ${all.length + drawn.length}, compiling`);
  const sound = compiling(drawn);
  console.log(`${drawn.length - sound.length} do not compile`);
  return sound.slice(0, sample);
}

/** What survives the first look waits for the other tests until every mistake was looked at. */
async function tryAll(reaches: Reach[], sample: Drawn[], limits: Limits): Promise<[Drawn, Verdict][]> {
  const verdicts = new Verdicts(reaches, limits);
  const say = async (drawn: Drawn, number: number, judged: () => Verdict): Promise<Verdict> => {
    await setImmediate();
    const startedAt = performance.now();
    const verdict = judged();
    const seconds = Math.round((performance.now() - startedAt) / 1000);
    console.log(`${String(number + 1).padStart(3)}  ${seconds} s  ${describe(drawn, verdict)}`);
    return verdict;
  };
  const tried: [Drawn, Verdict][] = [];
  for (const [number, drawn] of sample.entries())
    tried.push([drawn, await say(drawn, number, () => verdicts.firstVisit(drawn))]);
  for (const [number, one] of tried.entries())
    if (one[1].kind === "survived") one[1] = await say(one[0], number, () => verdicts.secondLook(one[0]));
  return tried;
}

const describe = ({ file, line, kind, was, becomes }: Drawn, verdict: Verdict): string =>
  [
    `${verdict.kind === "noticed" ? "noticed " : "SURVIVED"}  ${kind}  ${file}:${line}`,
    `       - ${was.trim()}`,
    `       + ${becomes.trim() || "(removed)"}`,
    `       ${verdict.kind === "noticed" ? `by ${verdict.by}` : verdict.after}`,
  ].join("\n");

function report(tried: [Drawn, Verdict][], seed: number): void {
  const noticed = tried.filter(([, { kind }]) => kind === "noticed").length;
  const share = Math.round((100 * noticed) / Math.max(tried.length, 1));
  console.log(`\nseed ${seed}: ${noticed} of ${tried.length} noticed (${share} %). Survived:`);
  for (const [{ file, line, was }] of tried.filter(([, { kind }]) => kind === "survived"))
    console.log(`  ${file}:${line}  ${was.trim()}`);
}

await main();
