import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { JUDGES, ROOT, run } from "./toolchain.ts";
import { type Finding, type Judge, NotJudged } from "./verdict.ts";

const MODEL = join(JUDGES, "claim.pml");
const MEMORY_MB = 4000;

/** What the model is compiled with. The lease is doubted with two keys only: two clients at once have many more orders. */
const KINDS: Record<string, string[]> = {
  "part of a charge is refunded": ["KEYS=3"],
  "all of a charge is refunded": ["KEYS=3", "WHOLE"],
  "a hold is captured": ["KEYS=3", "CAPTURE"],
  "a refund whose claim a restore has lost": ["KEYS=3", "RESTORED"],
  "a refund whose lease ends under its owner": ["KEYS=2", "LEASE_LIES"],
  "a capture whose lease ends under its owner": ["KEYS=2", "CAPTURE", "LEASE_LIES"],
};

const MISTAKES: Record<string, string[]> = {
  "nothing is looked for before a retry": ["NO_LOOK"],
  "a new key without a rest": ["NO_PAUSE"],
  "a key is trusted for longer than the processor remembers it": ["TRUST_TOO_LONG"],
  "a 500 moves money after the rest": ["LATE_500"],
  "nothing is looked for after a rejection": ["CAPTURE", "NO_REJECTION_LOOK"],
  "lost refunds are not looked for": ["RESTORED", "NO_LOST_REFUND"],
  "a release ends a rest": ["RELEASE_RESTS"],
};

/** Goes through every order of steps of the model in claim.pml, which says what it assumes and what must hold. */
export const spin: Judge = {
  title: "Spin goes through every order of claims, attempts and visits",
  needs: ["spin", "gcc"],
  planted: Object.keys(MISTAKES).map((mistake) => ({
    mistake,
    finding: new RegExp(`^${mistake}: assertion violated`),
  })),
  async judge({ planted }) {
    const checks = planted
      ? Object.entries(MISTAKES).map(([name, flags]) => ({ name, flags: ["KEYS=3", ...flags] }))
      : Object.entries(KINDS).map(([name, flags]) => ({ name, flags }));
    const findings = namesThatAreGone();
    let states = 0;
    for (const { name, flags } of checks) {
      const result = await check(flags, !planted);
      states += result.states;
      findings.push(
        ...result.findings.map(({ what, detail }) => ({
          what: `${name}: ${what}`,
          ...(detail && { detail }),
        })),
      );
    }
    const { stdout } = await run("spin", ["-V"]);
    const version = stdout.match(/Version (\S+)/)?.[1] ?? "";
    return {
      tools: [`Spin ${version}`],
      judged: `states of ${checks.length} kinds`,
      count: states,
      findings,
    };
  },
};

/** The model names the code that it follows. What was renamed or moved there was not looked at here. */
function namesThatAreGone(): Finding[] {
  const rows = [...readFileSync(MODEL, "utf8").matchAll(/^ \* {3}([\w, ]+?) {2,}(shared\/\S+\.ts)$/gm)];
  if (rows.length === 0) throw new Error("The model names no code.");
  return rows.flatMap(([, names = "", file = ""]) => {
    const code = readFileSync(join(ROOT, file), "utf8");
    const gone = names.split(", ").filter((name) => !new RegExp(`(function|const) ${name}\\b`).test(code));
    return gone.map((name) => ({ what: `the model follows ${name}, which is not in ${file}` }));
  });
}

async function check(flags: string[], isToldHow: boolean): Promise<{ states: number; findings: Finding[] }> {
  const folder = mkdtempSync(join(tmpdir(), "judge-spin-"));
  try {
    const output = await search(join(folder, "all"), flags, ["-O2", "-DSAFETY"]);
    const states = Number(output.match(/(\d+) states, stored/)?.[1] ?? 0);
    const violated = output.match(/assertion violated .*?(?= \(at depth)/)?.[0];
    if (violated)
      return {
        states,
        findings: [{ what: violated, ...(isToldHow && { detail: await shortestStory(folder, flags) }) }],
      };
    const isWhole = /errors: 0$/m.test(output) && !/not completed|max search depth too small/.test(output);
    if (!isWhole) throw new NotJudged(`Spin could not search everything: ${output.trim().split("\n")[0]}`);
    return { states, findings: neverReached(output) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A step that no order ever takes would be a step about which nothing is known. */
const neverReached = (output: string): Finding[] =>
  [...output.matchAll(/claim\.pml:(\d+), state \d+, "(.*)"/g)]
    .filter(([, , step]) => step !== "-end-")
    .map(([, line, step]) => ({ what: `never reached: ${step}`, detail: `line ${line}` }));

async function search(folder: string, flags: string[], how: string[]): Promise<string> {
  mkdirSync(folder);
  const defined = flags.map((flag) => `-D${flag}`);
  const made = await run("spin", ["-a", ...defined, MODEL], { cwd: folder });
  if (made.status !== 0) throw new Error(`Spin does not read the model: ${made.stdout}${made.stderr}`);
  const compiled = await run("gcc", ["-w", `-DMEMLIM=${MEMORY_MB}`, ...how, "-o", "pan", "pan.c"], {
    cwd: folder,
  });
  if (compiled.status !== 0) throw new Error(`gcc does not compile the model: ${compiled.stderr}`);
  const { stdout } = await run(join(folder, "pan"), ["-E", "-m1000000"], { cwd: folder, seconds: 300 });
  return stdout;
}

/** Breadth first, so that no shorter way leads to a violation. */
async function shortestStory(folder: string, flags: string[]): Promise<string> {
  const shortest = join(folder, "shortest");
  await search(shortest, flags, ["-O2", "-DSAFETY", "-DBFS"]);
  const defined = flags.map((flag) => `-D${flag}`);
  const { stdout } = await run("spin", ["-t", "-T", "-k", "claim.pml.trail", ...defined, MODEL], {
    cwd: shortest,
  });
  const end = stdout.search(/^spin: /m);
  return stdout
    .slice(0, end < 0 ? undefined : end)
    .trim()
    .split("\n")
    .map((line) => line.trim())
    .join("; ");
}
