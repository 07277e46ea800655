import { randomUUID } from "node:crypto";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { Shoppers } from "../bench/load/shoppers.ts";
import { isMachineBusy, percentile } from "../bench/report.ts";
import { cleanUp, SpawnedStack, temporaryFolder } from "../support/spawned-stack.ts";
import { buildGo, goVersion, run } from "./toolchain.ts";
import { type Finding, type Judge, NotJudged } from "./verdict.ts";

const MODULE = "github.com/tsenart/vegeta/v12";
const PER_SECOND = 8;
const SECONDS = 10;
/** In turn, so that neither has the warmer stack. */
const ROUNDS = 4;
/** The load of the last minute is what counts, so a machine that has just worked is quiet two minutes later. */
const PATIENCE_SECONDS = 120;
/** How far the two may be apart. */
const LIMITS = [
  { name: "p50", share: 0.5, limit: 0.2 },
  { name: "p99", share: 0.99, limit: 0.5 },
];

/** Creates at the same rate, measured by our own load bench and by vegeta, take the same time. */
export const vegeta: Judge = {
  title: "vegeta measures the same times as our own load bench",
  needs: ["go"],
  takesMinutes: true,
  planted: [{ mistake: "a bench that counts half of each time", finding: /^p50 differs/ }],
  async judge({ planted }) {
    const program = await buildGo("vegeta", MODULE);
    await untilQuiet();
    const [ours, theirs] = await measureBoth(program, planted ? 0.5 : 1);
    return {
      tools: [`vegeta ${goVersion("vegeta", MODULE)}`],
      judged: `creates at ${PER_SECOND} a second, ${timesOf(ours)} by our bench, ${timesOf(theirs)} by vegeta`,
      count: ours.length + theirs.length,
      findings: LIMITS.flatMap((limit) => differences(limit, ours, theirs)),
    };
  },
};

/** Others' work falls on one round and not on another: then the two differ, and neither is wrong. */
async function untilQuiet(): Promise<void> {
  for (let seconds = 0; isMachineBusy(); seconds += 5) {
    if (seconds >= PATIENCE_SECONDS) throw new NotJudged("others use this machine");
    await pause(5000);
  }
}

const timesOf = (times: number[]): string =>
  LIMITS.map(({ name, share }) => `${name} ${percentile(times, share).toFixed(1)} ms`).join(" and ");

function differences(
  { name, share, limit }: (typeof LIMITS)[number],
  ours: number[],
  theirs: number[],
): Finding[] {
  const [one, other] = [percentile(ours, share), percentile(theirs, share)];
  const apart = Math.abs(one - other) / Math.max(one, other);
  const detail = `${one.toFixed(1)} ms by our bench, ${other.toFixed(1)} ms by vegeta`;
  return apart > limit ? [{ what: `${name} differs by more than ${100 * limit} %`, detail }] : [];
}

async function measureBoth(program: string, counted: number): Promise<[number[], number[]]> {
  const folder = temporaryFolder();
  const stack = await SpawnedStack.start(folder, { env: { LOG_LEVEL: "WARN" } });
  const shoppers = await Shoppers.at(stack);
  const [ours, theirs]: [number[], number[]] = [[], []];
  try {
    await shoppers.create(PER_SECOND, SECONDS);
    for (let round = 0; round < ROUNDS; round++) {
      const { create, errors } = await shoppers.create(PER_SECOND, SECONDS);
      if (errors.length > 0) throw new Error(`Our bench was rejected: ${errors[0]}`);
      ours.push(...create.map((milliseconds) => milliseconds * counted));
      theirs.push(...(await attack(program, stack, join(folder, "results"))));
    }
    return [ours, theirs];
  } finally {
    shoppers.stop();
    await cleanUp();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Milliseconds of each request. */
async function attack(program: string, stack: SpawnedStack, file: string): Promise<number[]> {
  const { baseUrl, apiKey } = stack.demo;
  const body = Buffer.from(JSON.stringify({ amountCents: 4999 })).toString("base64");
  const targets = Array.from({ length: PER_SECOND * SECONDS }, () => {
    const header = {
      "X-Api-Key": [apiKey],
      "Content-Type": ["application/json"],
      "Idempotency-Key": [randomUUID()],
    };
    return `${JSON.stringify({ method: "POST", url: `${baseUrl}/v1/payments/intents`, header, body })}\n`;
  });
  const rate = ["-rate", `${PER_SECOND}/s`, "-duration", `${SECONDS}s`];
  const args = ["attack", "-format", "json", "-lazy", ...rate, "-output", file];
  const attacked = await run(program, args, { input: targets.join("") });
  if (attacked.status !== 0) throw new Error(`vegeta failed: ${attacked.stderr}`);
  const { stdout } = await run(program, ["encode", "-to", "json", file]);
  const results = stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as { code: number; latency: number });
  const rejected = results.find(({ code }) => code !== 201);
  if (rejected) throw new Error(`vegeta was rejected: ${JSON.stringify(rejected)}`);
  return results.map(({ latency }) => latency / 1e6);
}
