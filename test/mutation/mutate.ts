import { spawnSync } from "node:child_process";
import { globSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { seededRandom } from "../support/seeded-random.ts";
import { type Mutation, mutated, mutationsIn } from "./mutations.ts";
import { functionAt, REACH_FOLDER, type Reach, readReach, testsFor } from "./reach.ts";

/*
 * A measure of the tests that cannot be tuned to: random mistakes of one line, and how many of them the tests notice.
 *
 *   draw    a line of the source and a mistake in it; what does not compile is drawn again
 *   try     the quickest tests that reach the line, then some hundred simulated seeds, until one of them fails
 *   restore the line, whatever happened
 *
 * By hand and not in `npm test`: a mutation takes up to two minutes.
 */

const ROOT = join(import.meta.dirname, "../..");
const USAGE =
  "npm run mutate -- [--sample 60] [--seed N] [--seeds 300] [--seconds 90] [--file part-of-a-path] | --reach";
const SOURCES = ["shared/**/*.ts", "infra/topology.ts", "functions/console/page/**/*.{ts,tsx}"];
const NOT_OURS = /\/generated\/|\/node_modules\/|\/dist\/|write-types\.ts$|packing-dictionary\.ts$/;

type Verdict = { kind: "noticed"; by: string } | { kind: "survived" } | { kind: "does_not_compile" };
type Drawn = Mutation & { file: string };
type Limits = { seconds: number; seeds: number };

function main(): void {
  const { values } = parseArgs({
    options: {
      sample: { type: "string", default: "60" },
      seed: { type: "string", default: String(Date.now() % 1_000_000) },
      seeds: { type: "string", default: "300" },
      seconds: { type: "string", default: "90" },
      file: { type: "string", default: "" },
      reach: { type: "boolean", default: false },
    },
  });
  if (values.reach) process.exit(recordReach());
  const sample = wholeNumber(values.sample);
  const seed = wholeNumber(values.seed);
  const limits = { seconds: wholeNumber(values.seconds), seeds: wholeNumber(values.seeds) };
  if (run("git", ["diff", "--quiet", "HEAD"], 60) !== 0)
    fail("Commit first: mutations are made in the tree itself.");
  const reaches = readReach();
  if (reaches.length === 0)
    fail("What tests reach is not known yet: npm run mutate -- --reach (once, as long as npm test).");
  report(tryAll(reaches, { sample, seed, limits, part: values.file }), seed);
}

const wholeNumber = (text: string): number => (/^\d{1,9}$/.test(text) ? Number(text) : fail(USAGE));

function fail(line: string): never {
  console.error(line);
  process.exit(1);
}

const recordReach = (): number =>
  run("vitest", ["run", "--config", "test/mutation/reach.config.ts"], 3_600, "inherit");

type Sample = { sample: number; seed: number; limits: Limits; part: string };

function tryAll(reaches: Reach[], { sample, seed, limits, part }: Sample): [Drawn, Verdict][] {
  const random = seededRandom(seed);
  const files = SOURCES.flatMap((pattern) => globSync(pattern, { cwd: ROOT }))
    .map((file) => file.replaceAll("\\", "/"))
    .filter((file) => !NOT_OURS.test(file) && file.includes(part))
    .sort();
  const all = files.flatMap((file) =>
    mutationsIn(readFileSync(join(ROOT, file), "utf8")).map((mutation) => ({ ...mutation, file })),
  );
  const tried: [Drawn, Verdict][] = [];
  while (tried.length < sample && all.length > 0) {
    const [drawn] = all.splice(Math.floor(random() * all.length), 1);
    if (!drawn) break;
    const verdict = tryOne(drawn, reaches, limits);
    if (verdict.kind === "does_not_compile") continue;
    tried.push([drawn, verdict]);
    console.log(`${String(tried.length).padStart(3)}  ${describe(drawn, verdict)}`);
  }
  return tried;
}

function tryOne(drawn: Drawn, reaches: Reach[], limits: Limits): Verdict {
  const path = join(ROOT, drawn.file);
  const text = readFileSync(path, "utf8");
  const restore = () => writeFileSync(path, text);
  process.once("exit", restore);
  try {
    writeFileSync(path, mutated(text, drawn));
    if (!compiles(drawn.file)) return { kind: "does_not_compile" };
    return judge(testsFor(reaches, drawn.file, functionAt(text, drawn.line)), limits);
  } finally {
    restore();
    process.off("exit", restore);
  }
}

const compiles = (file: string): boolean => {
  const project = file.startsWith("functions/console/page/") ? ["-p", "functions/console/page"] : [];
  // It knows what it has checked before: a line costs seconds, not the whole project.
  const known = [
    "--incremental",
    "--tsBuildInfoFile",
    join(REACH_FOLDER, `../mutate${project.length}.tsbuildinfo`),
  ];
  return run("tsc", ["--noEmit", ...known, ...project], 120) === 0;
};

function judge(tests: string[], { seconds, seeds }: Limits): Verdict {
  const endAt = performance.now() + seconds * 1000;
  // A few files a time: the quickest find most, and a run that is cut off has said nothing.
  for (let start = 0; start < tests.length && performance.now() < endAt; start += 6) {
    const some = tests.slice(start, start + 6);
    if (run("vitest", ["run", "--bail", "1", "--reporter", "dot", ...some], 300) !== 0)
      return { kind: "noticed", by: some.length === 1 ? String(some[0]) : `one of ${some.join(", ")}` };
  }
  const simulated = run("node", ["test/simulation/simulate.ts", "--seeds", String(seeds)], 600);
  return simulated === 0 ? { kind: "survived" } : { kind: "noticed", by: "the simulation" };
}

function run(
  command: string,
  args: string[],
  seconds: number,
  stdio: "ignore" | "inherit" = "ignore",
): number {
  const { status } = spawnSync(command, args, { cwd: ROOT, stdio, timeout: seconds * 1000 });
  return status ?? 1;
}

const describe = ({ file, line, kind, was, becomes }: Drawn, verdict: Verdict): string =>
  [
    `${verdict.kind === "noticed" ? "noticed " : "SURVIVED"}  ${kind}  ${file}:${line}`,
    `       - ${was.trim()}`,
    `       + ${becomes.trim() || "(removed)"}`,
    ...(verdict.kind === "noticed" ? [`       by ${verdict.by}`] : []),
  ].join("\n");

function report(tried: [Drawn, Verdict][], seed: number): void {
  const noticed = tried.filter(([, { kind }]) => kind === "noticed").length;
  const share = Math.round((100 * noticed) / Math.max(tried.length, 1));
  console.log(`\nseed ${seed}: ${noticed} of ${tried.length} noticed (${share} %). Survived:`);
  for (const [{ file, line, was }] of tried.filter(([, { kind }]) => kind === "survived"))
    console.log(`  ${file}:${line}  ${was.trim()}`);
}

main();
