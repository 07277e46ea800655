import { type Json, mapOf } from "../values.ts";
import { dateOf } from "./day.ts";

/*
 * What customers did on a day, as events tell it: attempts to pay, and sales in the currency that the customer paid. An
 * event counts on the UTC day on which it happened at the processor, whenever it was received: so a sale counts on the day
 * on which it was paid or captured, and a refund and a dispute on their own.
 */

type Sales = {
  /** How many were paid. */
  payments: number;
  grossCents: number;
  refundsCents: number;
  /** What disputes took, less what they gave back. */
  disputesCents: number;
};

export type DayActivity = {
  approved: number;
  declined: number;
  /** Declines by the processor's code. */
  reasons: Record<string, number>;
  /** By the currency that the customer paid. */
  sales: Record<string, Sales>;
  /** An event did not say by how much refunds rose: the refunds are not known. */
  isUnsure?: boolean;
};

/** Of an event's record, what is counted. `body`: reads it as it was received; empty: it cannot be read. */
export type ActivityEvent = {
  type: string;
  receivedAt: number;
  applied?: string | undefined;
  declineCode?: string | undefined;
  body: () => string;
};

/** By the day, such as 2026-07-01. */
export type ActivityByDay = Record<string, DayActivity>;

export const noActivity = (): DayActivity => ({ approved: 0, declined: 0, reasons: {}, sales: {} });

const COUNTED =
  /^(payment_intent\.(succeeded|payment_failed|amount_capturable_updated)|refund\.(failed|updated)|charge\.(refunded|dispute\.(funds_withdrawn|closed)))$/;

export function countActivity(events: readonly ActivityEvent[]): ActivityByDay {
  const days: ActivityByDay = {};
  for (const event of events) {
    if (!COUNTED.test(event.type)) continue;
    if (event.applied === "applied" || event.applied === "unchanged") countEvent(days, event);
  }
  return days;
}

function countEvent(days: ActivityByDay, { type, receivedAt, declineCode, body }: ActivityEvent): void {
  const text = body();
  const { created, data } = text === "" ? {} : mapOf(JSON.parse(text));
  const date = happenedOn(created) ?? dateOf(receivedAt);
  days[date] ??= noActivity();
  const day = days[date];
  if (type === "payment_intent.payment_failed") {
    day.declined++;
    add(day.reasons, declineCode ?? "unknown", 1);
    return;
  }
  if (text === "") {
    day.isUnsure = true;
    return;
  }
  const { object: told, previous_attributes: former } = mapOf(data);
  const object = mapOf(told);
  // A hold is an approved attempt; its capture is none of its own.
  const isHold = type === "payment_intent.amount_capturable_updated";
  if (isHold || (type === "payment_intent.succeeded" && object.capture_method !== "manual")) day.approved++;
  if (!isHold) countMoney(day, type, object, mapOf(former));
}

const happenedOn = (created: unknown): string | undefined =>
  typeof created === "number" ? dateOf(created * 1000) : undefined;

const centsOf = (value: unknown): number => (Number.isSafeInteger(value) ? Number(value) : 0);

function countMoney(day: DayActivity, type: string, object: Json, former: Json): void {
  // Of a cancellation nothing else tells.
  if (type === "refund.updated" && !(object.status === "canceled" && "status" in former)) return;
  const sales = salesIn(day, String(object.currency));
  if (type === "payment_intent.succeeded") {
    sales.payments++;
    sales.grossCents += centsOf(object.amount_received);
  } else if (type === "charge.dispute.funds_withdrawn") sales.disputesCents += centsOf(object.amount);
  else if (type === "charge.dispute.closed") {
    if (object.status === "won") sales.disputesCents -= centsOf(object.amount);
  } else if (type === "refund.failed" || type === "refund.updated") {
    // One that failed at once has moved nothing, and no charge.refunded has told of it.
    if (object.failure_balance_transaction) sales.refundsCents -= centsOf(object.amount);
  } else if (object.captured === false) {
    // A hold that was let go was never a sale.
  } else if (Number.isSafeInteger(former.amount_refunded))
    sales.refundsCents += centsOf(object.amount_refunded) - Number(former.amount_refunded);
  else day.isUnsure = true;
}

function salesIn(day: DayActivity, currency: string): Sales {
  day.sales[currency] ??= { payments: 0, grossCents: 0, refundsCents: 0, disputesCents: 0 };
  return day.sales[currency];
}

export const add = (sums: Record<string, number>, name: string, more: number): void => {
  sums[name] = (Object.hasOwn(sums, name) ? (sums[name] ?? 0) : 0) + more;
};

export function addActivity(all: readonly DayActivity[]): DayActivity {
  const sum = noActivity();
  for (const { approved, declined, reasons, sales, isUnsure } of all) {
    sum.approved += approved;
    sum.declined += declined;
    for (const [code, count] of Object.entries(reasons)) add(sum.reasons, code, count);
    for (const [currency, more] of Object.entries(sales)) {
      const total = salesIn(sum, currency);
      for (const name of Object.keys(total) as (keyof Sales)[]) total[name] += more[name];
    }
    if (isUnsure) sum.isUnsure = true;
  }
  return { ...sum, reasons: boundReasons(sum.reasons) };
}

export function addDays(all: readonly ActivityByDay[]): ActivityByDay {
  const dates = new Set(all.flatMap((days) => Object.keys(days)));
  return Object.fromEntries(
    [...dates].map((date) => [date, addActivity(all.flatMap((days) => days[date] ?? []))]),
  );
}

/** More kinds of declines than this are one kind: a record stays small. */
const MAX_REASONS = 12;

function boundReasons(reasons: Record<string, number>): Record<string, number> {
  const sorted = Object.entries(reasons).sort(([, one], [, other]) => other - one);
  const rest = sorted.slice(MAX_REASONS).reduce((sum, [, count]) => sum + count, 0);
  const kept = Object.fromEntries(sorted.slice(0, MAX_REASONS));
  if (rest > 0) add(kept, "other", rest);
  return kept;
}
