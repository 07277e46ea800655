import { BYTES_PER_LOG_LINE, COLD_PERCENT, PLATFORM_LOG_LEFT_OUT, TRACED_PERCENT } from "./assumptions.ts";
import { GB, gbSecondsOf, invocationsOf, MILLION, millisecondsOf, specOf } from "./bill.ts";
import { FUNCTION_NAMES, type OnePayment } from "./measure.ts";
import { PRICES } from "./prices.ts";

/** Megabytes of a function that a person waits for. */
const USUAL_MEGABYTES = 512;

type Lever = { name: string; usd: number; why?: string };

/** What a million payments would cost more without a lever that was pulled. */
export function savedFor(one: OnePayment): Lever[] {
  const functions = Object.entries(one.functions);
  const { lines, bytes } = PLATFORM_LOG_LEFT_OUT;
  const logBytes = invocationsOf(functions) * (bytes + lines * BYTES_PER_LOG_LINE);
  const traceable = functions.filter(([name]) => specOf(name).traced);
  const lean = FUNCTION_NAMES.filter((name) => specOf(name).memoryMegabytes < USUAL_MEGABYTES);
  return [
    { name: "Lambda's own log lines", usd: ((MILLION * logBytes) / GB) * PRICES.logGb.usd },
    { name: `half the memory for ${lean.join(" and ")}`, usd: sumOf(lean.map(halfTheMemoryOf)) },
    {
      name: "no traces, until somebody looks for a slow request",
      usd: (MILLION * invocationsOf(traceable) * TRACED_PERCENT * PRICES.trace.usd) / 100,
    },
  ];
}

/** What would save more, and why it was left. */
export const leftFor = (): Lever[] => [
  ...FUNCTION_NAMES.filter((name) => specOf(name).memoryMegabytes >= USUAL_MEGABYTES).map((name) => ({
    name: `half the memory for ${name}`,
    usd: halfTheMemoryOf(name),
    why: slownessOf(name),
  })),
  {
    name: "no write that finishes an event",
    usd: MILLION * PRICES.writeUnit.usd,
    why: "the delivery's claim could say it, but then a backlog of callbacks applies every event again",
  },
  {
    name: "reads of key and merchant that may lag",
    usd: MILLION * AUTHENTICATION_READ_UNITS * 0.5 * PRICES.readUnit.usd,
    why: "a revoked key would go on for a moment",
  },
  {
    name: "no due list for claims, events and deliveries",
    usd: MILLION * DUE_LIST_WRITES * PRICES.writeUnit.usd,
    why: "it is how everything begun is finished",
  },
];

/** Key and merchant, of a create and of a retrieve. */
const AUTHENTICATION_READ_UNITS = 4;

/** On and off it, the payment's claim, the event and the delivery. */
const DUE_LIST_WRITES = 6;

const sumOf = (values: number[]): number => values.reduce((sum, value) => sum + value, 0);

const halfTheMemoryOf = (name: string): number => {
  const more = gbSecondsOf(name, USUAL_MEGABYTES) - gbSecondsOf(name, USUAL_MEGABYTES / 2);
  return MILLION * more * PRICES.computeGbSecond.usd;
};

function slownessOf(name: string): string {
  const [now, then] = [USUAL_MEGABYTES, USUAL_MEGABYTES / 2].map((memory) => millisecondsOf(name, memory));
  const warmMs = Math.round((then?.warm ?? 0) - (now?.warm ?? 0));
  const firstMs = Math.round((then?.first ?? 0) - (now?.first ?? 0));
  return `each would take ${warmMs} ms longer, and ${COLD_PERCENT} in 100 another ${firstMs} ms`;
}
