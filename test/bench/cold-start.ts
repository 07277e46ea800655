import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CUTS } from "../../infra/aws/bundle/cuts.ts";
import { LocalService } from "../support/local-service.ts";
import { buildAll, EMPTY, type Endpoint, OTHERS, withoutCut } from "./cold/builds.ts";
import { quickestRatioTo, ratioTo, spreadOf } from "./cold/ratios.ts";
import { requestsTo } from "./cold/requests.ts";
import { type Samples, takeRounds } from "./cold/rounds.ts";
import { type Bench, columns, hold, isMachineBusy, NOT_HELD } from "./report.ts";

const FEWEST_ROUNDS = 15;
/** Create's import and first request ÷ those of Powertools. */
const AIM = 0.55;
/** Retrieve's whole process ÷ that of a handler that does nothing. */
const PROCESS_AIM = 2.2;

/** What was reached with 5 % more. Node's own start, the same for all, is a larger part of the time on x64. */
const LIMITS = process.arch === "arm64" ? { create: 0.66, process: 4.85 } : { create: 0.6, process: 2.8 };

/** A cut that saves less of both endpoints' time goes. */
const WORTH_A_CUT = 0.03;

/** What the rounds above did not leave: too little by itself, or only to be had by rewriting the SDK's source. */
const NEXT_CUTS =
  "paginators, adaptive retries and SHA-256 in JavaScript (1 % together, tried and left in), then the DynamoDB " +
  "client's tables of errors and schemas (12 KB, which only a rewritten source lets go of)";

const ENDPOINTS: readonly Endpoint[] = ["create", "retrieve"];
type Clock = "cpuMs" | "clockMs";
const CLOCKS: Record<Clock, string> = { cpuMs: "CPU time", clockMs: "wall time" };

/** A number behind the name asks for more rounds: `npm run bench -- cold 45`. */
export const coldStart: Bench = {
  title: "import + first request of a fresh process",
  takesMinutes: true,
  measure: async (wanted = "") => {
    const rounds = Math.max(FEWEST_ROUNDS, Number(wanted) || 0);
    const wasBusy = isMachineBusy();
    const samples = await measureBoth(rounds);
    const spreads = {
      cpuMs: spreadOf(samples.create, "cpuMs"),
      clockMs: spreadOf(samples.create, "clockMs"),
    };
    const judge: Clock = spreads.cpuMs <= spreads.clockMs ? "cpuMs" : "clockMs";
    return [
      `${rounds} interleaved rounds; the median of each round's ratio; judged by ${CLOCKS[judge]}, the steadier one`,
      `(the middle half of the ratios spans ${spreads.cpuMs.toFixed(2)} in CPU time, ${spreads.clockMs.toFixed(2)} in wall time)`,
      "",
      ...headline(samples, judge),
      processLine(samples, wasBusy),
      "",
      ...columns(comparison(samples)),
      "",
      ...columns(verdicts(samples, judge)),
    ];
  },
};

async function measureBoth(rounds: number): Promise<Record<Endpoint, Samples>> {
  const workspace = mkdtempSync(join(tmpdir(), "payments-cold-"));
  const service = await LocalService.start({ muted: true, wireless: true });
  const requests = await requestsTo(service);
  const measured = async (endpoint: Endpoint) =>
    takeRounds(await buildAll(endpoint, workspace), requests[endpoint], rounds);
  try {
    return { create: await measured("create"), retrieve: await measured("retrieve") };
  } finally {
    await service.stop();
    rmSync(workspace, { recursive: true, force: true });
  }
}

function headline({ create }: Record<Endpoint, Samples>, judge: Clock): string[] {
  const reached = ratioTo("Powertools", create, judge);
  const line = `create ÷ Powertools ${reached.toFixed(2)}`;
  const verdict = `${line} (${hold(reached, LIMITS.create)})`;
  if (reached <= AIM) return [verdict, `The aim, ${AIM} or less, is reached.`];
  return [verdict, `The aim, ${AIM} or less, is missed. What could still be cut: ${NEXT_CUTS}.`];
}

function processLine({ retrieve }: Record<Endpoint, Samples>, wasBusy: boolean): string {
  const reached = quickestRatioTo(EMPTY, retrieve);
  const verdict = wasBusy ? NOT_HELD : hold(reached, LIMITS.process);
  return `retrieve's process ÷ ${EMPTY}'s ${reached.toFixed(2)} (${verdict}; aim ${PROCESS_AIM})`;
}

function comparison(samples: Record<Endpoint, Samples>): Record<string, string[]> {
  const pairs = ENDPOINTS.flatMap((endpoint) =>
    Object.keys(OTHERS[endpoint]).map((other) => [endpoint, other] as const),
  );
  return {
    "ours ÷ another": Object.values(CLOCKS),
    ...Object.fromEntries(
      pairs.map(([endpoint, other]) => [
        `${endpoint} ÷ ${other}`,
        clocks().map((clock) => ratioTo(other, samples[endpoint], clock).toFixed(2)),
      ]),
    ),
  };
}

function verdicts(samples: Record<Endpoint, Samples>, judge: Clock): Record<string, string[]> {
  const saved = (cut: string, endpoint: Endpoint, clock: Clock) =>
    1 - ratioTo(withoutCut(cut), samples[endpoint], clock);
  const judged = (cut: string) => Math.max(...ENDPOINTS.map((endpoint) => saved(cut, endpoint, judge)));
  return {
    "what a cut saves": [
      ...ENDPOINTS.flatMap((endpoint) => clocks().map((clock) => `${endpoint}, ${CLOCKS[clock]}`)),
      "",
    ],
    ...Object.fromEntries(
      Object.keys(CUTS).map((cut) => [
        cut,
        [
          ...ENDPOINTS.flatMap((endpoint) => clocks().map((clock) => percent(saved(cut, endpoint, clock)))),
          judged(cut) >= WORTH_A_CUT ? "stays" : "saves too little: goes",
        ],
      ]),
    ),
  };
}

const clocks = (): Clock[] => Object.keys(CLOCKS) as Clock[];

const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;
