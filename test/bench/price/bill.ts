import { FUNCTIONS } from "../../../infra/topology.ts";
import { TABLE } from "../../../shared/ledger/table.ts";
import {
  ACCESS_LOG_BYTES,
  BILLED_MS,
  BYTES_PER_LOG_LINE,
  COLD_PERCENT,
  COLD_START_MS,
  HEADER_BYTES,
  PLATFORM_LOG_LEFT_OUT,
  POLLER_REQUESTS_PER_BATCH,
  PROCESSOR_REQUEST_BYTES,
  STORED_MONTHS,
  STORED_OVERHEAD_BYTES,
  TRACED_PERCENT,
} from "./assumptions.ts";
import { itemBytes } from "./item-size.ts";
import type { OnePayment } from "./measure.ts";
import type { Metered } from "./meter.ts";
import { PRICES } from "./prices.ts";

/** A part of the bill for a million payments, and what would make it smaller. */
export type BillPart = { name: string; usd: number; from: string; lever: string };

const MILLION = 1_000_000;
const GB = 1_000_000_000;

export function billFor(one: OnePayment): BillPart[] {
  const functions = Object.entries(one.functions);
  const sum = (unit: keyof Metered) => functions.reduce((total, [, metered]) => total + metered[unit], 0);
  const invocations = sum("invocations");
  const httpRequests = invocationsOf(functions.filter(([name]) => specOf(name).routes.length > 0));
  const queueRequests = sum("queueRequests") + POLLER_REQUESTS_PER_BATCH * (invocations - httpRequests);
  return [
    {
      name: "writes",
      usd: MILLION * sum("writeUnits") * PRICES.writeUnit.usd,
      from: `${sum("writeUnits")} write units`,
      lever: "smaller items, or fewer indexes: an item below 1 KB costs one unit a write, an index one more",
    },
    {
      name: "reads",
      usd: MILLION * sum("readUnits") * PRICES.readUnit.usd,
      from: `${sum("readUnits")} read units`,
      lever: "eventually consistent reads where an old answer does no harm",
    },
    compute(functions, invocations),
    {
      name: "HTTP API",
      usd: MILLION * httpRequests * PRICES.httpRequest.usd,
      from: `${httpRequests} requests`,
      lever: "clients that wait for the callback instead of retrieving",
    },
    {
      name: "queue",
      usd: MILLION * queueRequests * PRICES.queueRequest.usd,
      from: `${queueRequests} requests, ${sum("queueRequests")} of them by functions`,
      lever: "larger batches: a batching window of a second",
    },
    logs(sum("logBytes"), { lines: sum("logLines"), httpRequests }),
    {
      name: "traces",
      usd: (MILLION * invocations * TRACED_PERCENT * PRICES.trace.usd) / 100,
      from: `${invocations} invocations, ${TRACED_PERCENT} % traced`,
      lever: "none for deliveries: the rate of Lambda's own tracing cannot be set",
    },
    egress(one, invocations),
    {
      name: `storage, ${STORED_MONTHS} months`,
      usd: STORED_MONTHS * (monthOf(one.payment.item) + monthOf(one.event.item)),
      from: `payment ${itemBytes(one.payment.item)} B, event ${itemBytes(one.event.item)} B, and their index entries`,
      lever: "the table class Standard-IA, or events in S3 after a week",
    },
  ];
}

const specOf = (name: string) => {
  const spec = FUNCTIONS.find((known) => known.name === name);
  if (!spec) throw new Error(`There is no function ${name}.`);
  return spec;
};

const invocationsOf = (functions: [string, Metered][]): number =>
  functions.reduce((total, [, metered]) => total + metered.invocations, 0);

const billedMsOf = (name: string): number => {
  const milliseconds = BILLED_MS[name];
  if (milliseconds === undefined) throw new Error(`Nothing is assumed about the time of ${name}.`);
  return milliseconds + (COLD_PERCENT / 100) * COLD_START_MS;
};

function compute(functions: [string, Metered][], invocations: number): BillPart {
  const gbSeconds = functions
    .map(
      ([name, metered]) =>
        (metered.invocations * (specOf(name).memoryMegabytes / 1024) * billedMsOf(name)) / 1000,
    )
    .reduce((total, one) => total + one, 0);
  return {
    name: "Lambda",
    usd: MILLION * (gbSeconds * PRICES.computeGbSecond.usd + invocations * PRICES.invocation.usd),
    from: `${invocations} invocations, ${gbSeconds.toFixed(3)} GB-seconds`,
    lever: "less memory for create, which waits as well: a buyer would wait for its cold start",
  };
}

function logs(bytes: number, { lines, httpRequests }: { lines: number; httpRequests: number }): BillPart {
  const allLines = lines + httpRequests;
  const all = bytes + httpRequests * ACCESS_LOG_BYTES + allLines * BYTES_PER_LOG_LINE;
  return {
    name: "logs",
    usd: ((MILLION * all) / GB) * PRICES.logGb.usd,
    from: `${all} B in ${allLines} lines, of which our own ${bytes} B in ${lines}`,
    lever: "nothing worth its trouble: one line of ours for each request, and the gateway's",
  };
}

/** Every invocation sends one thing out: an answer, or a callback. */
function egress({ answerBytes, callbackBytes }: OnePayment, invocations: number): BillPart {
  const bytes = answerBytes + callbackBytes + PROCESSOR_REQUEST_BYTES + invocations * HEADER_BYTES;
  return {
    name: "egress",
    usd: ((MILLION * bytes) / GB) * PRICES.egressGb.usd,
    from: `${bytes} B`,
    lever: "nothing worth its trouble",
  };
}

/** Megabytes of a function that a buyer or the processor waits for. */
const USUAL_MEGABYTES = 512;

/** What a million payments would cost more without a lever that was pulled. */
export function savedFor(one: OnePayment): { name: string; usd: number }[] {
  const functions = Object.entries(one.functions);
  const { lines, bytes } = PLATFORM_LOG_LEFT_OUT;
  const logBytes = invocationsOf(functions) * (bytes + lines * BYTES_PER_LOG_LINE);
  const gbSeconds = functions
    .map(([name, { invocations }]) => {
      const spared = Math.max(0, USUAL_MEGABYTES - specOf(name).memoryMegabytes);
      return (invocations * (spared / 1024) * billedMsOf(name)) / 1000;
    })
    .reduce((total, seconds) => total + seconds, 0);
  return [
    { name: "Lambda's own log lines", usd: ((MILLION * logBytes) / GB) * PRICES.logGb.usd },
    { name: "half the memory for deliveries", usd: MILLION * gbSeconds * PRICES.computeGbSecond.usd },
  ];
}

/** USD a month for a million such items. Backups cover the table and not its indexes. */
export function monthOf(item: Record<string, unknown>): number {
  const table = itemBytes(item) + STORED_OVERHEAD_BYTES;
  const indexes = TABLE.indexes
    .filter(({ partitionKey, sortKey }) => item[partitionKey] !== undefined && item[sortKey] !== undefined)
    .map(({ partitionKey, sortKey }) => {
      const entry = [partitionKey, sortKey, "pk", "sk"].map((name) => [name, item[name]]);
      return itemBytes(Object.fromEntries(entry)) + STORED_OVERHEAD_BYTES;
    });
  const all = indexes.reduce((sum, bytes) => sum + bytes, table);
  return (MILLION * (all * PRICES.storedGbMonth.usd + table * PRICES.backedUpGbMonth.usd)) / GB;
}
