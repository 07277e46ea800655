import { type Json, mapOf } from "../json.ts";
import { isFailing, type StandingCallback } from "./callback-health.ts";
import { worstOf } from "./worst-delivery.ts";

/*
 * What the events of an hour or a day came to: attempts to pay, callbacks, and the money that they tell of. Counts are
 * made by reading events and are never raised one by one, so they cannot drift.
 */

type MoneyCounts = {
  /** How many were paid. */
  payments: number;
  grossCents: number;
  refundsCents: number;
  disputesCents: number;
  platformFeesCents: number;
};

export type EventCounts = {
  approved: number;
  declined: number;
  /** Declines by the processor's code. */
  reasons: Record<string, number>;
  delivered: number;
  /** Not delivered yet, after at least one attempt that failed. */
  retrying: number;
  failed: number;
  /** Not tried yet, or paused. */
  waiting: number;
  /** How many attempts were answered, at any endpoint, by how long that took: see bucketOf. */
  responses: Record<string, number>;
  /** By the payments' currency. */
  money: Record<string, MoneyCounts>;
  /** An event did not say by how much refunds rose: the refunds are not known. */
  isUnsure?: boolean;
};

type CountedDelivery = StandingCallback<{
  deliveryRound: number;
  milliseconds: number;
  status?: number | undefined;
}>;

/** Of an event's record, what is counted. `body`: reads it as it was received; empty: it cannot be read. */
export type CountedEvent = {
  type: string;
  applied?: string | undefined;
  declineCode?: string | undefined;
  deliveries: readonly CountedDelivery[];
  body: () => string;
};

const noMoney = (): MoneyCounts => ({
  payments: 0,
  grossCents: 0,
  refundsCents: 0,
  disputesCents: 0,
  platformFeesCents: 0,
});

export const noCounts = (): EventCounts => ({
  approved: 0,
  declined: 0,
  reasons: {},
  delivered: 0,
  retrying: 0,
  failed: 0,
  waiting: 0,
  responses: {},
  money: {},
});

/** Whether a later look may find other callbacks. */
export const hasOpenCallbacks = ({ retrying, waiting }: EventCounts): boolean => retrying + waiting > 0;

export function countEvents(events: readonly CountedEvent[]): EventCounts {
  const counts = noCounts();
  for (const event of events) {
    countCallback(counts, event);
    if (event.applied === "applied" || event.applied === "unchanged") countPayment(counts, event);
  }
  return counts;
}

/** Each event once, as it stands at the endpoint where it stands worst. */
function countCallback(counts: EventCounts, { deliveries }: CountedEvent): void {
  const worst = worstOf(deliveries);
  if (!worst || worst.delivery === "none") return;
  if (worst.delivery === "delivered") counts.delivered++;
  else if (worst.delivery === "dead") counts.failed++;
  else if (isFailing(worst)) counts.retrying++;
  else counts.waiting++;
  for (const { status, milliseconds } of deliveries.flatMap(({ log }) => log))
    if (status !== undefined) add(counts.responses, String(bucketOf(milliseconds)), 1);
}

const centsOf = (value: unknown): number => (Number.isSafeInteger(value) ? Number(value) : 0);

const COUNTED =
  /^(payment_intent\.(succeeded|payment_failed|amount_capturable_updated)|refund\.failed|charge\.(refunded|dispute\.(funds_withdrawn|closed)))$/;

function countPayment(counts: EventCounts, { type, declineCode, body }: CountedEvent): void {
  if (!COUNTED.test(type)) return;
  if (type === "payment_intent.payment_failed") {
    counts.declined++;
    add(counts.reasons, declineCode ?? "unknown", 1);
    return;
  }
  const text = body();
  if (text === "") {
    counts.isUnsure = true;
    return;
  }
  const { object: told, previous_attributes: former } = mapOf(mapOf(JSON.parse(text)).data);
  const object = mapOf(told);
  // A hold is an approved attempt; its capture is none of its own.
  const isHold = type === "payment_intent.amount_capturable_updated";
  if (isHold || (type === "payment_intent.succeeded" && object.capture_method !== "manual"))
    counts.approved++;
  if (!isHold) countMoney(counts, type, object, mapOf(former));
}

function countMoney(counts: EventCounts, type: string, object: Json, former: Json): void {
  const currency = String(object.currency);
  counts.money[currency] ??= noMoney();
  const money = counts.money[currency];
  if (type === "payment_intent.succeeded") {
    money.payments++;
    money.grossCents += centsOf(object.amount_received);
    money.platformFeesCents += centsOf(object.application_fee_amount);
  } else if (type === "charge.dispute.funds_withdrawn") money.disputesCents += centsOf(object.amount);
  else if (type === "charge.dispute.closed") {
    if (object.status === "won") money.disputesCents -= centsOf(object.amount);
  } else if (type === "refund.failed") {
    // One that failed at once has moved nothing, and no charge.refunded has told of it.
    if (object.failure_balance_transaction) money.refundsCents -= centsOf(object.amount);
  } else if (Number.isSafeInteger(former.amount_refunded))
    money.refundsCents += centsOf(object.amount_refunded) - Number(former.amount_refunded);
  else counts.isUnsure = true;
}

const add = (sums: Record<string, number>, name: string, more: number): void => {
  sums[name] = (Object.hasOwn(sums, name) ? (sums[name] ?? 0) : 0) + more;
};

/** More kinds of declines than this are one kind: a record stays small. */
const MAX_REASONS = 12;

export function addCounts(all: readonly EventCounts[]): EventCounts {
  const sum = noCounts();
  for (const one of all) {
    for (const name of ["approved", "declined", "delivered", "retrying", "failed", "waiting"] as const)
      sum[name] += one[name];
    for (const name of ["reasons", "responses"] as const)
      for (const [key, count] of Object.entries(one[name])) add(sum[name], key, count);
    for (const [currency, money] of Object.entries(one.money)) {
      sum.money[currency] ??= noMoney();
      const total = sum.money[currency];
      for (const name of Object.keys(total) as (keyof MoneyCounts)[]) total[name] += money[name];
    }
    if (one.isUnsure) sum.isUnsure = true;
  }
  return { ...sum, reasons: boundReasons(sum.reasons) };
}

function boundReasons(reasons: Record<string, number>): Record<string, number> {
  const sorted = Object.entries(reasons).sort(([, one], [, other]) => other - one);
  const rest = sorted.slice(MAX_REASONS).reduce((sum, [, count]) => sum + count, 0);
  const kept = Object.fromEntries(sorted.slice(0, MAX_REASONS));
  if (rest > 0) add(kept, "other", rest);
  return kept;
}

/** Times are kept in steps of a fifth: the median of many hours can be told from their sums. */
const STEP = 1.2;

const bucketOf = (milliseconds: number): number =>
  Math.round(Math.log(Math.max(1, milliseconds)) / Math.log(STEP));

/** Half of the responses came within about this time; null where there are none. */
export function medianResponse({ responses }: Pick<EventCounts, "responses">): number | null {
  const sorted = Object.entries(responses)
    .map(([bucket, count]) => ({ bucket: Number(bucket), count }))
    .sort((one, other) => one.bucket - other.bucket);
  const half = sorted.reduce((sum, { count }) => sum + count, 0) / 2;
  let seen = 0;
  for (const { bucket, count } of sorted) {
    seen += count;
    if (seen >= half) return Math.round(STEP ** bucket);
  }
  return null;
}
