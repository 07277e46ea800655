import { type Environment, findEnvironment } from "../../infra/aws/environments.ts";
import { FUNCTIONS } from "../../infra/topology.ts";
import { CREATES_PER_SECOND } from "../../shared/domain/payments/create.ts";
import { DUE_SHARDS } from "../../shared/ledger/table.ts";
import { millisecondsOf, specOf } from "./price/bill.ts";
import { type Bench, columns } from "./report.ts";

/** What is asked: does it carry so many payments a second? */
const WANTED_PER_SECOND = 1000;

/* What one payment takes: created, retrieved, one event in, one callback out. `npm run bench -- counts` counts it. */
const TABLE_WRITES = 7;
const DUE_LIST_WRITES = 4;
const CREATES = 1;

/* What AWS and the processor allow by default; infra/runbooks/limits.md names the sources. */
const PROCESSOR_PER_ENDPOINT = 25;
const NEW_TABLE_WRITE_UNITS = 4_000;
const TABLE_WRITE_UNITS = 40_000;
const WRITES_OF_ONE_KEY = 1_000;
const READS_OF_ONE_KEY = 3_000;

/* One call at a time: a page of 100 takes so long, and a payment is so many events, balance lines and listed intents. */
const PAGE_SECONDS = 0.4;
const PAGE_ITEMS = 100;
const EVENTS = 3;
const LINES_AND_INTENTS = 2;
/** A list of payments reads so much of a merchant's index: 100 entries of about 1 KB, half a unit for 4 KB. */
const LIST_READ_UNITS = 13;

/** `perSecond`: so many payments a second it carries. */
type Ceiling = { name: string; perSecond: number; from: string };

export const ceiling: Bench = { title: "which limit breaks first, on paper", measure };

/** The lowest first. */
export function ceilingsOf(environment: Environment): Ceiling[] {
  const { throttling, warmWriteUnits = NEW_TABLE_WRITE_UNITS } = environment;
  return [
    {
      name: "the processor, one endpoint",
      perSecond: PROCESSOR_PER_ENDPOINT / CREATES,
      from: `${PROCESSOR_PER_ENDPOINT} requests a second, until it raises that`,
    },
    {
      name: "our limit on creates",
      perSecond: CREATES_PER_SECOND,
      from: `${CREATES_PER_SECOND} a second, shared by all merchants`,
    },
    {
      name: "our throttle on webhooks",
      perSecond: throttling.api.requestsPerSecond,
      from: `${throttling.api.requestsPerSecond} requests a second, one event each`,
    },
    {
      name: "a new table",
      perSecond: warmWriteUnits / TABLE_WRITES,
      from: `${warmWriteUnits} write units, ${TABLE_WRITES} each`,
    },
    {
      name: "a new due index",
      perSecond: warmWriteUnits / DUE_LIST_WRITES,
      from: `${warmWriteUnits} write units, ${DUE_LIST_WRITES} each`,
    },
    {
      name: "one merchant",
      perSecond: WRITES_OF_ONE_KEY,
      from: `${WRITES_OF_ONE_KEY} writes of one index key, one each`,
    },
    {
      name: "one merchant's missed events",
      perSecond: PAGE_ITEMS / PAGE_SECONDS / EVENTS,
      from: `one job, pages of ${PAGE_ITEMS} events in ${PAGE_SECONDS * 1000} ms, ${EVENTS} events each`,
    },
    {
      name: "one merchant's statement",
      perSecond: PAGE_ITEMS / PAGE_SECONDS / LINES_AND_INTENTS,
      from: `one job, pages of ${PAGE_ITEMS} lines and of ${PAGE_ITEMS} intents in ${PAGE_SECONDS * 1000} ms`,
    },
    {
      name: "one merchant's reads",
      perSecond: READS_OF_ONE_KEY / LIST_READ_UNITS,
      from: `${READS_OF_ONE_KEY} read units of one index key, a list of 100 payments takes ${LIST_READ_UNITS}; one list each`,
    },
    {
      name: "the due list's shards",
      perSecond: (DUE_SHARDS * WRITES_OF_ONE_KEY) / DUE_LIST_WRITES,
      from: `${DUE_SHARDS} shards of ${WRITES_OF_ONE_KEY} writes, ${DUE_LIST_WRITES} each`,
    },
    {
      name: "the table's quota",
      perSecond: TABLE_WRITE_UNITS / TABLE_WRITES,
      from: `${TABLE_WRITE_UNITS} write units, ${TABLE_WRITES} each`,
    },
    ...Object.keys(environment.reservedConcurrency).flatMap((name) => functionCeiling(name, environment)),
  ].sort((one, other) => one.perSecond - other.perSecond);
}

/** Those that a payment meets. Of a queue's consumer, each of its batch is one. */
function functionCeiling(name: string, { reservedConcurrency }: Environment): Ceiling[] {
  if (!["create-payment", "get-payment", "webhook", "delivery"].includes(name)) return [];
  const atOnce = reservedConcurrency[name] ?? 0;
  const { warm } = millisecondsOf(name, specOf(name).memoryMegabytes);
  const { consumes } = FUNCTIONS.find((spec) => spec.name === name) ?? {};
  const each = consumes?.batchSize ?? 1;
  return [
    {
      name: `function ${name}`,
      perSecond: (atOnce * each * 1000) / warm,
      from: `${atOnce} at once${each > 1 ? `, ${each} each` : ""}, ${Math.round(warm)} ms`,
    },
  ];
}

async function measure(name = "prod"): Promise<string[]> {
  const ceilings = ceilingsOf(findEnvironment(name));
  const row = ({ perSecond, from }: Ceiling) => [
    `${Math.floor(perSecond)} a second`,
    `${Math.round((100 * WANTED_PER_SECOND) / perSecond)} % used at ${WANTED_PER_SECOND}`,
    from,
  ];
  const broken = ceilings.filter(({ perSecond }) => perSecond < WANTED_PER_SECOND);
  return [
    ...columns(Object.fromEntries(ceilings.map((one) => [one.name, row(one)]))),
    "",
    `First to break: ${ceilings[0]?.name}. Below ${WANTED_PER_SECOND} payments a second: ${broken.map((one) => one.name).join(", ")}.`,
  ];
}
