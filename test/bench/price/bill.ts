import { ACCESS_LINE } from "../../../infra/aws/access-line.ts";
import { FUNCTIONS, type FunctionSpec } from "../../../infra/topology.ts";
import { COUNTS_FOR } from "../../../shared/domain/payments/create.ts";
import { TABLE } from "../../../shared/ledger/table.ts";
import {
  ACCESS_VALUES,
  BYTES_PER_LOG_LINE,
  COLD_PERCENT,
  COLD_START_MS,
  FIRST_REQUEST_CPU_MS,
  HEADER_BYTES,
  MEGABYTES_OF_A_CORE,
  POLLER_REQUESTS_PER_BATCH,
  PROCESSOR_REQUEST_BYTES,
  STORED_MONTHS,
  STORED_OVERHEAD_BYTES,
  TIMES,
} from "./assumptions.ts";
import { itemBytes } from "./item-size.ts";
import type { UnpaidPayment } from "./measure.ts";
import type { Metered } from "./meter.ts";
import { PRICES } from "./prices.ts";

/** A part of the bill for a million payments. */
export type BillPart = { name: string; usd: number; from: string };

const MILLION = 1_000_000;
const GB = 1_000_000_000;

export function billFor(one: UnpaidPayment): BillPart[] {
  const functions = Object.entries(one.functions);
  const sum = (unit: keyof Metered) => functions.reduce((total, [, metered]) => total + metered[unit], 0);
  // One create in ten is counted for its merchant's share.
  const writeUnits = sum("writeUnits") + 1 / COUNTS_FOR;
  const invocations = sum("invocations");
  const httpRequests = invocationsOf(functions.filter(([name]) => specOf(name).routes.length > 0));
  const stored = [one.payment, one.event, one.delivery].filter((kept) => kept !== undefined);
  const queueRequests = sum("queueRequests") + POLLER_REQUESTS_PER_BATCH * (invocations - httpRequests);
  return [
    {
      name: "writes",
      usd: MILLION * writeUnits * PRICES.writeUnit.usd,
      from: `${writeUnits} write units`,
    },
    {
      name: "reads",
      usd: MILLION * sum("readUnits") * PRICES.readUnit.usd,
      from: `${sum("readUnits")} read units`,
    },
    compute(functions, invocations),
    {
      name: "HTTP API",
      usd: MILLION * httpRequests * PRICES.httpRequest.usd,
      from: `${httpRequests} requests`,
    },
    {
      name: "queue",
      usd: MILLION * queueRequests * PRICES.queueRequest.usd,
      from: `${queueRequests} requests, ${sum("queueRequests")} of them by functions`,
    },
    logs(sum("logBytes"), { lines: sum("logLines"), httpRequests }),
    egress(one, invocations),
    {
      name: `storage, ${STORED_MONTHS} months`,
      usd: STORED_MONTHS * stored.reduce((sum, { item }) => sum + monthOf(item), 0),
      from: `${stored.map(({ item }) => `${item.sk} ${itemBytes(item)} B`).join(", ")}, and their index entries`,
    },
  ];
}

export const specOf = (name: string): FunctionSpec => {
  const spec = FUNCTIONS.find((known) => known.name === name);
  if (!spec) throw new Error(`There is no function ${name}.`);
  return spec;
};

const invocationsOf = (functions: [string, Metered][]): number =>
  functions.reduce((total, [, metered]) => total + metered.invocations, 0);

/** How long a function takes with so much memory: warm, and how much longer its first request does. */
export function millisecondsOf(name: string, memoryMegabytes: number): { warm: number; first: number } {
  const times = TIMES[name];
  if (!times) throw new Error(`Nothing is assumed about the time of ${name}.`);
  const slower = MEGABYTES_OF_A_CORE / Math.min(memoryMegabytes, MEGABYTES_OF_A_CORE);
  return { warm: times.waitMs + times.cpuMs * slower, first: FIRST_REQUEST_CPU_MS * slower };
}

/** Of one invocation, those that start a function among them. */
function gbSecondsOf(name: string, memoryMegabytes: number): number {
  const { warm, first } = millisecondsOf(name, memoryMegabytes);
  const milliseconds = warm + (COLD_PERCENT / 100) * (COLD_START_MS + first);
  return ((memoryMegabytes / 1024) * milliseconds) / 1000;
}

function compute(functions: [string, Metered][], invocations: number): BillPart {
  const gbSeconds = functions
    .map(([name, metered]) => metered.invocations * gbSecondsOf(name, specOf(name).memoryMegabytes))
    .reduce((total, one) => total + one, 0);
  return {
    name: "Lambda",
    usd: MILLION * (gbSeconds * PRICES.computeGbSecond.usd + invocations * PRICES.invocation.usd),
    from: `${invocations} invocations, ${gbSeconds.toFixed(3)} GB-seconds`,
  };
}

const accessLineBytes = (): number =>
  Object.entries(ACCESS_VALUES).reduce((line, [name, value]) => line.replace(name, value), ACCESS_LINE)
    .length;

function logs(bytes: number, { lines, httpRequests }: { lines: number; httpRequests: number }): BillPart {
  const allLines = lines + httpRequests;
  const all = bytes + httpRequests * accessLineBytes() + allLines * BYTES_PER_LOG_LINE;
  return {
    name: "logs",
    usd: ((MILLION * all) / GB) * PRICES.logGb.usd,
    from: `${all} B in ${allLines} lines, of which our own ${bytes} B in ${lines}`,
  };
}

/** Every invocation sends one thing out: an answer, or a callback. */
function egress({ answerBytes, callbackBytes }: UnpaidPayment, invocations: number): BillPart {
  const bytes = answerBytes + callbackBytes + PROCESSOR_REQUEST_BYTES + invocations * HEADER_BYTES;
  return {
    name: "egress",
    usd: ((MILLION * bytes) / GB) * PRICES.egressGb.usd,
    from: `${bytes} B`,
  };
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
