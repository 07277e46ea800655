import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { accounting } from "./accounting.ts";
import { clientPackage } from "./client-package.ts";
import { elasticmq, moto } from "./engines.ts";
import { generatedClients } from "./generated-clients.ts";
import { gitleaks } from "./gitleaks.ts";
import { openapiLinters } from "./openapi-linters.ts";
import { otherGenerators } from "./other-generators.ts";
import { porcupine } from "./porcupine.ts";
import { schemathesis } from "./schemathesis.ts";
import { spin } from "./spin.ts";
import { stripeOpenapi } from "./stripe-openapi.ts";
import { stripeSdks } from "./stripe-sdks.ts";
import { templates } from "./templates.ts";
import { JUDGES, missingPrograms } from "./toolchain.ts";
import { type Judge, type Judgment, type Listed, missedMistakes, NotJudged, verdictOf } from "./verdict.ts";

/**
 * `npm run judge` lets software that nobody here wrote judge this project, one line for each judge that the machine can
 * run; `npm run judge -- gitleaks` runs one. `--planted`: with mistakes planted, which it must find. `--strict`: what is
 * not judged fails. `--quick`: only those that take less than two minutes. What a judge finds and we accept stands in
 * `<name>.listed.json`. A new judge: a file and a row.
 */
const ALL: Record<string, Judge> = {
  "stripe-openapi": stripeOpenapi,
  "generated-clients": generatedClients,
  "client-package": clientPackage,
  "other-generators": otherGenerators,
  "openapi-linters": openapiLinters,
  accounting,
  moto,
  elasticmq,
  schemathesis,
  porcupine,
  "stripe-sdks": stripeSdks,
  gitleaks,
  spin,
  templates,
};

const words = process.argv.slice(2);
const options = new Set(words.filter((word) => word.startsWith("--")));
const names = words.filter((word) => !word.startsWith("--"));
const KNOWN = ["--planted", "--strict", "--quick"];

if (
  [...options].some((option) => !KNOWN.includes(option)) ||
  names.some((name) => !Object.hasOwn(ALL, name))
) {
  console.error(`npm run judge -- [NAME…] [${KNOWN.join("] [")}]. There are:`);
  for (const [known, { title }] of Object.entries(ALL)) console.error(`  ${known.padEnd(18)}${title}`);
  process.exitCode = 1;
} else if (names.length === 1 && names[0]) {
  process.exitCode = await runOne(names[0]);
} else {
  runSeveral(names.length > 0 ? names : Object.keys(ALL));
}

/** Each in a process of its own: what one leaves behind cannot reach the next. */
function runSeveral(chosen: string[]): void {
  for (const name of chosen) {
    if (options.has("--quick") && ALL[name]?.takesMinutes) continue;
    const again = [fileURLToPath(import.meta.url), name, ...options];
    if (spawnSync(process.execPath, again, { stdio: "inherit" }).status !== 0) process.exitCode = 1;
  }
}

async function runOne(name: string): Promise<number> {
  const judge = ALL[name];
  if (!judge) throw new Error(`There is no judge "${name}".`);
  const planted = options.has("--planted");
  const startedAtMs = Date.now();
  try {
    const missing = missingPrograms(judge.needs);
    if (missing.length > 0)
      throw new NotJudged(`${missing.join(" and ")} ${missing.length > 1 ? "are" : "is"} missing`);
    const judgment = await judge.judge({ planted });
    return report({ name, judge, judgment, planted, seconds: (Date.now() - startedAtMs) / 1000 });
  } catch (error) {
    if (!(error instanceof NotJudged)) throw error;
    console.log(`${name.padEnd(18)}NOT JUDGED: ${error.message}`);
    return options.has("--strict") ? 1 : 0;
  }
}

type Reported = { name: string; judge: Judge; judgment: Judgment; planted: boolean; seconds: number };

function report({ name, judge, judgment, planted, seconds }: Reported): number {
  const { findings, tools, judged, count } = judgment;
  const list = listOf(name);
  const { listed, violations } = planted
    ? { listed: 0, violations: missedMistakes(findings, list, judge.planted) }
    : verdictOf(findings, list);
  // Nothing to look at is no judgment: a feed that dried up must not look like a success.
  if (count === 0) violations.push("nothing was judged");
  const outcome = planted
    ? `${judge.planted.length} planted, ${judge.planted.length - violations.length} found`
    : `${count} judged, ${listed} listed, ${violations.length} violations`;
  console.log(`${name.padEnd(18)}${tools.join(", ")}: ${judged}: ${outcome} (${seconds.toFixed(0)} s)`);
  for (const violation of violations) console.log(`  ${violation}`);
  return violations.length > 0 ? 1 : 0;
}

function listOf(name: string): Listed[] {
  const file = join(JUDGES, `${name}.listed.json`);
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as Listed[]) : [];
}
