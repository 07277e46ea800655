import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { callCounts } from "./call-counts.ts";
import { ceiling } from "./ceiling.ts";
import { coldStart } from "./cold-start.ts";
import { largeDay } from "./large-day/large-day.ts";
import { load } from "./load/load.ts";
import { price } from "./price/price.ts";
import type { Bench } from "./report.ts";
import { scale } from "./scale/scale.ts";

/**
 * `npm run bench` prints what README.md beside it claims, `npm run bench -- counts` one part of it. Counts and sizes repeat
 * exactly; times are of this machine. Everything runs on loopback and ends by itself. A new bench: a file and a row.
 */
const BENCHES: Record<string, Bench> = {
  counts: callCounts,
  price,
  ceiling,
  scale,
  statement: largeDay,
  load,
  cold: coldStart,
};

const [wanted, ...settings] = process.argv.slice(2);
if (wanted === undefined) runCheapOnes();
else await runOne(wanted);

/** Each in a process of its own: the functions read one environment per process, as on Lambda. */
function runCheapOnes(): void {
  for (const [name, { takesMinutes }] of Object.entries(BENCHES)) {
    if (takesMinutes) continue;
    const again = [fileURLToPath(import.meta.url), name];
    if (spawnSync(process.execPath, again, { stdio: "inherit" }).status !== 0) process.exitCode = 1;
  }
}

async function runOne(name: string): Promise<void> {
  const bench = Object.hasOwn(BENCHES, name) ? BENCHES[name] : undefined;
  if (!bench) {
    const isHelp = name === "--help";
    const print = isHelp ? console.log : console.error;
    print(isHelp ? "npm run bench -- [name]. Benches:" : `There is no bench "${name}". Benches:`);
    for (const [known, { title }] of Object.entries(BENCHES)) print(`  ${known.padEnd(10)}${title}`);
    process.exit(isHelp ? 0 : 1);
  }
  const lines = await bench.measure(...settings);
  console.log(`\n${bench.title}`);
  for (const line of lines) console.log(`  ${line}`);
  // A bench that missed its budget has said so.
  process.exit(process.exitCode ?? 0);
}
