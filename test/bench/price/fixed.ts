import { FUNCTIONS, SECRET_VARIABLES } from "../../../infra/topology.ts";
import type { GaugeName, MetricName } from "../../../shared/runtime/logger.ts";
import { POLLER_REQUESTS_PER_BATCH } from "./assumptions.ts";
import { PRICES } from "./prices.ts";

/** What stands in the templates; test/template/price.test.ts counts there. */
export const COUNTED = {
  keys: 1,
  secrets: Object.keys(SECRET_VARIABLES).length,
  /** An alarm on a formula is billed by its metrics. */
  alarmMetrics: 69,
  /** Our own, watched or not; those of single versions live as long as their version is watched. */
  ownMetrics: 46,
  dashboards: 1,
  polledQueues: 3,
};

/** A metric costs for each hour in which it is sent. These are, where nothing happens: by the sweep and the hourly pull. */
export const IDLE_METRICS: readonly (MetricName | GaugeName)[] = [
  "Sweeps",
  "OldestDueSeconds",
  "UnresolvedWork",
  "PullsAsked",
];

const HOURS = 30 * 24;
const MINUTES = HOURS * 60;

/** Lambda asks a queue that has nothing five times at once, and waits for 20 s each time. */
const IDLE_POLLS = (5 * MINUTES * 60) / 20;

/** USD a month of one environment in which nothing happens. */
export const fixedParts = (): Record<string, number> => ({
  "key of the data": COUNTED.keys * PRICES.keyMonth.usd,
  secrets: COUNTED.secrets * PRICES.secretMonth.usd,
  alarms: COUNTED.alarmMetrics * PRICES.alarmMetricMonth.usd,
  dashboard: COUNTED.dashboards * PRICES.dashboardMonth.usd,
  "metrics of our own": IDLE_METRICS.length * PRICES.metricMonth.usd,
  "polls of empty queues": COUNTED.polledQueues * IDLE_POLLS * PRICES.queueRequest.usd,
  sweeps: invocations(MINUTES, "sweep", SWEEP),
});

/** USD a month for the metrics that are sent only where something happens, if something happens in every hour. */
export const busyMetrics = (): number => (COUNTED.ownMetrics - IDLE_METRICS.length) * PRICES.metricMonth.usd;

type Run = { milliseconds: number; readUnits: number; writeUnits: number; logBytes: number };

/** One look at each shard of an empty due list. */
const SWEEP: Run = { milliseconds: 60, readUnits: 17, writeUnits: 0, logBytes: 900 };

/** One call to the processor; the account's link and its watermark, read, claimed, moved and released. */
const PULL: Run = { milliseconds: 400, readUnits: 1, writeUnits: 3, logBytes: 700 };

/** USD a month for the hourly pulls of so many merchants, each with one account in which nothing was missed. */
export const pullsOf = (merchants: number): number => {
  const pulls = merchants * HOURS;
  // Sent in tens.
  const queued = pulls * (0.1 + POLLER_REQUESTS_PER_BATCH) * PRICES.queueRequest.usd;
  return queued + invocations(pulls, "reconciliation", PULL);
};

function invocations(count: number, functionName: string, run: Run): number {
  const { memoryMegabytes = 0 } = FUNCTIONS.find(({ name }) => name === functionName) ?? {};
  const one =
    PRICES.invocation.usd +
    (memoryMegabytes / 1024) * (run.milliseconds / 1000) * PRICES.computeGbSecond.usd +
    run.readUnits * PRICES.readUnit.usd +
    run.writeUnits * PRICES.writeUnit.usd +
    (run.logBytes / 1e9) * PRICES.logGb.usd;
  return count * one;
}
