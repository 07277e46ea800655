import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { synthesize } from "../../../infra/rehearsal/synthesize.ts";
import { seededRandom } from "../../support/seeded-random.ts";
import { makeTemporaryFolder } from "../../support/temporary-folder.ts";
import type { ProofResult } from "../proof/run-proof.ts";
import { allGrants, type Grant, grantsFor } from "./grants.ts";
import { KEPT_RIGHTS } from "./kept-rights.ts";

/*
 * `npm run rehearse -- --take-away N --seed S` takes random grants out of the data of which roles are made, and shows
 * that the rehearsal's proof, or the simulation, misses each of them. `--unused-rights` prints the rights of which
 * neither makes use.
 */

const { values } = parseArgs({
  options: {
    "take-away": { type: "string" },
    seed: { type: "string", default: "1" },
    "unused-rights": { type: "boolean", default: false },
  },
});

process.env.TMPDIR = makeTemporaryFolder();

const ENVIRONMENT = "dev";
/** As an address, because NODE_OPTIONS is split at spaces. */
const HOOK = new URL("hook.ts", import.meta.url).href;
const PROOF = join(import.meta.dirname, "run-one-proof.ts");
const SIMULATE = join(import.meta.dirname, "../../simulation/simulate.ts");
const SEEDS = 1_000;
/** What hides behind something else is shown when that has been put back. */
const MOST_ROUNDS = 4;

/** For a program that makes or enforces roles. */
const lacking = (grants: readonly Grant[]) => ({
  TAKEN_AWAY: JSON.stringify(grants),
  NODE_OPTIONS: [process.env.NODE_OPTIONS ?? "", `--import=${HOOK}`].join(" ").trim(),
});

/** As it comes out of another process. */
type ToldProof = Omit<ProofResult, "stoppedBy"> & { stoppedBy?: string };

async function proofWithout(grants: readonly Grant[]): Promise<ToldProof> {
  const outdir = mkdtempSync(join(tmpdir(), "payments-take-away-"));
  await synthesize(outdir, { env: ENVIRONMENT }, lacking(grants));
  const file = join(outdir, "proof.json");
  const child = spawn(process.execPath, [PROOF, outdir, file], { stdio: ["ignore", "ignore", "pipe"] });
  // What lacks rights complains much. It counts only where nothing else comes of it.
  let complaints = "";
  child.stderr.on("data", (chunk) => {
    complaints += chunk;
  });
  await new Promise((resolve) => child.once("close", resolve));
  if (!existsSync(file)) throw new Error(`The proof ended without a result.\n${complaints}`);
  const result = JSON.parse(readFileSync(file, "utf8")) as ToldProof;
  rmSync(outdir, { recursive: true, force: true });
  return result;
}

/** Answers which of the taken grants the proof has missed. */
function missedByProof(taken: readonly Grant[], { denials, failures }: ToldProof): Grant[] {
  const denied = new Set(denials.flatMap((denial) => grantsFor(denial, ENVIRONMENT)));
  // Without its secret or queue a function has no setting for it either, and fails at its cold start.
  const failed = (grant: Grant) => {
    const [name, right] = grant.split(" ");
    const crash = `payments-${ENVIRONMENT}-${name} failed`;
    return (
      right !== undefined &&
      /^(GetSecretValue|SendMessage)$/.test(right) &&
      failures.some((line) => line.startsWith(crash))
    );
  };
  return taken.filter((grant) => denied.has(grant) || failed(grant));
}

type Simulated = { output: string; rights: string[] };

async function simulateWithout(grants: readonly Grant[]): Promise<Simulated> {
  const folder = mkdtempSync(join(tmpdir(), "payments-rights-"));
  const file = join(folder, "rights.txt");
  const child = spawn(process.execPath, [SIMULATE, "--seeds", String(SEEDS), "--rights", file], {
    env: { ...process.env, ...lacking(grants) },
    stdio: ["ignore", "pipe", "ignore"],
  });
  let output = "";
  child.stdout.on("data", (chunk) => {
    output += chunk;
  });
  await new Promise((resolve) => child.once("close", resolve));
  const rights = readFileSync(file, "utf8").split("\n").filter(Boolean);
  rmSync(folder, { recursive: true, force: true });
  return { output, rights };
}

/** "the role of open-work does not allow GetItem ACCOUNT#", and what a missing setting leads to. */
const missedBySimulation = (taken: readonly Grant[], { output }: Simulated): Grant[] =>
  taken.filter((grant) => {
    const [name = "", ...right] = grant.split(" ");
    return output.includes(`the role of ${name} does not allow ${right.join(" ")}`);
  });

async function takeAway(count: number, seed: number): Promise<number> {
  const random = seededRandom(seed);
  const pool = allGrants().filter((grant) => !KEPT_RIGHTS[grant]);
  if (!Number.isInteger(count) || count < 1 || count > pool.length || !Number.isInteger(seed)) {
    console.error(`Say --take-away with a number from 1 to ${pool.length}, and --seed with a number.`);
    return 1;
  }
  const taken = Array.from({ length: count }, () => pool.splice(Math.floor(random() * pool.length), 1))
    .flat()
    .sort();
  console.log(`Taken away (seed ${seed}):\n${taken.map((grant) => `  ${grant}`).join("\n")}\n`);
  let left = taken;
  const note = (missed: readonly Grant[], by: string) => {
    for (const grant of missed) console.log(`${by.padEnd(12)} misses  ${grant}`);
    left = left.filter((grant) => !missed.includes(grant));
  };
  for (let round = 1, before = Number.POSITIVE_INFINITY; left.length > 0 && left.length < before; round++) {
    before = left.length;
    note(missedByProof(left, await proofWithout(left)), "the proof");
    if (round === MOST_ROUNDS) break;
  }
  if (left.length > 0) note(missedBySimulation(left, await simulateWithout(left)), "simulation");
  for (const grant of left) console.log(`NOBODY       misses  ${grant}`);
  console.log(`\n${taken.length - left.length} of ${taken.length} were noticed.`);
  return left.length === 0 ? 0 : 1;
}

/** Of the rights that neither makes use of, each must be given up, or have its reason. */
async function printUnused(): Promise<number> {
  const [{ uses, stoppedBy }, { rights }] = [await proofWithout([]), await simulateWithout([])];
  if (stoppedBy) throw new Error(stoppedBy);
  const used = new Set([...rights, ...uses.flatMap((use) => grantsFor(use, ENVIRONMENT))]);
  const unused = allGrants().filter((grant) => !used.has(grant));
  for (const grant of unused) console.log(`${grant}: ${KEPT_RIGHTS[grant] ?? "NO REASON IS GIVEN"}`);
  for (const grant of Object.keys(KEPT_RIGHTS).filter((kept) => used.has(kept)))
    console.log(`${grant}: is used, and needs no reason`);
  console.log(`\n${unused.length} of ${allGrants().length} rights are made use of by neither.`);
  return unused.every((grant) => KEPT_RIGHTS[grant]) ? 0 : 1;
}

process.exitCode = values["unused-rights"]
  ? await printUnused()
  : await takeAway(Number(values["take-away"]), Number(values.seed));
