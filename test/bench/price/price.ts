import { FUNCTIONS } from "../../../infra/topology.ts";
import { type Bench, columns, hold } from "../report.ts";
import { COLD_PERCENT } from "./assumptions.ts";
import { type BillPart, billFor, millisecondsOf, monthOf } from "./bill.ts";
import { busyMetrics, fixedParts, pullsOf } from "./fixed.ts";
import { FUNCTION_NAMES, measurePayments, type OnePayment } from "./measure.ts";
import { PRICES, REGION } from "./prices.ts";

/** USD for a million payments: create, retrieve, one event, one callback. */
const BUDGET_USD = 40;

/** Of all creates so many are never paid: customers leave. */
const UNPAID_SHARE = 0.4;

/** A write unit is a KB that was begun. */
const UNIT_BYTES = 1024;

export const price: Bench = { title: "USD for a million payments", measure };

async function measure(): Promise<string[]> {
  const { paid: one, unpaid } = await measurePayments();
  const parts = billFor(one).sort((a, b) => b.usd - a.usd);
  const total = sumOf(parts);
  const unpaidTotal = sumOf(billFor(unpaid));
  const withUnpaid = total + (UNPAID_SHARE / (1 - UNPAID_SHARE)) * unpaidTotal;
  return [
    `Each: create, retrieve, one event in, one callback out. Region ${REGION}, list prices, no free tier.`,
    "",
    ...columns(Object.fromEntries(FUNCTION_NAMES.map((name) => [name, describeFunction(name, one)]))),
    "",
    ...columns(Object.fromEntries(Object.values(PRICES).map((row) => [row.name, describePrice(row)]))),
    "",
    ...describeItems(one),
    "",
    ...columns(Object.fromEntries(parts.map(({ name, usd, from }) => [name, [dollars(usd), from]]))),
    "",
    `${dollars(total)} USD (${hold(total, BUDGET_USD)}); each further month that the payments are kept: ${monthOf(one.payment.item).toFixed(2)}.`,
    `${dollars(unpaidTotal)} USD for a million creates that are never paid.`,
    `${dollars(withUnpaid)} USD for a million paid payments if ${100 * UNPAID_SHARE} % of all creates are not paid (${hold(withUnpaid, BUDGET_USD)}).`,
    "",
    ...describeStanding(),
  ];
}

/** What an environment costs before the first payment, and what each merchant adds without one. */
function describeStanding(): string[] {
  const parts = fixedParts();
  const total = Object.values(parts).reduce((sum, usd) => sum + usd, 0);
  return [
    ...columns(Object.fromEntries(Object.entries(parts).map(([name, usd]) => [name, [dollars(usd)]]))),
    "",
    `${dollars(total)} USD a month, fixed, for an environment in which nothing happens.`,
    `${dollars(busyMetrics())} USD a month more for all other metrics, each for the hours in which it is sent.`,
    `${dollars(pullsOf(1000))} USD a month for the hourly pulls of each 1 000 merchants.`,
  ];
}

const sumOf = (parts: BillPart[]): number => parts.reduce((sum, { usd }) => sum + usd, 0);

const dollars = (usd: number): string => usd.toFixed(2).padStart(5);

const describePrice = ({ usd, per }: { usd: number; per: string }): string =>
  per.startsWith("million") ? `${Number((usd * 1e6).toFixed(6))} USD per ${per}` : `${usd} USD per ${per}`;

function describeFunction(name: string, { functions }: OnePayment): string[] {
  const metered = functions[name];
  const spec = FUNCTIONS.find((known) => known.name === name);
  if (!metered || !spec) throw new Error(`${name} was not measured, or is no function.`);
  const { invocations, calls, writeUnits, readUnits, queueRequests, logBytes } = metered;
  return [
    `${invocations} invocation`,
    `${calls} table calls`,
    `${writeUnits} write units`,
    `${readUnits} read units`,
    `${queueRequests} queue requests`,
    `${logBytes} B logged`,
    `${spec.memoryMegabytes} MB`,
    describeTime(name, spec.memoryMegabytes),
  ];
}

function describeTime(name: string, memoryMegabytes: number): string {
  const { warm, first } = millisecondsOf(name, memoryMegabytes);
  return `${warm.toFixed(0)} ms, ${COLD_PERCENT} % of them a start and ${first.toFixed(0)} ms more`;
}

function describeItems({ payment, event }: OnePayment): string[] {
  const row = (bytes: number) => [
    `${bytes} B at its largest`,
    `units a write: ${Math.ceil(bytes / UNIT_BYTES)}`,
  ];
  return columns({ "payment item": row(payment.largestBytes), "event item": row(event.largestBytes) });
}
