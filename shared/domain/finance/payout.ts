import { DAY_MS } from "../time.ts";
import { STATEMENT_TTL_SECONDS } from "./day.ts";
import { type BalanceLine, MOVEMENT_KINDS, type MovementKind } from "./movement.ts";

/** What the processor says of a payout. Its status is an open list: pending, in_transit, paid, failed, canceled. */
export type PayoutFacts = {
  payoutId: string;
  accountId: string;
  status: string;
  /** Negative if the bank is debited. */
  amountCents: number;
  currency: string;
  /** false: the merchant asked for it, and the processor does not list what is in it. */
  automatic: boolean;
  method: string;
  createdAt: number;
  arrivesAt: number;
  /** The bank's reference. It comes days later, without an event. */
  traceId: string | null;
  isTracePending: boolean;
  failureCode: string | null;
  /**
   * When the money of a failed or canceled payout was back on the account. null: it failed, and nothing was booked for
   * it. The processor's lists do not have it.
   */
  returnedAt?: number | null;
  /** Only once it is completed does the processor know everything that is in the payout. */
  reconciliation: "not_applicable" | "in_progress" | "completed";
};

export const LINE_KINDS = MOVEMENT_KINDS.filter(
  (kind): kind is Exclude<MovementKind, "payout"> => kind !== "payout",
);
type LineKind = (typeof LINE_KINDS)[number];

/** One line of what is in a payout. */
export type PayoutLine = BalanceLine & { kind: LineKind };

type KindTotal = {
  count: number;
  grossCents: number;
  platformFeesCents: number;
  otherFeesCents: number;
  processorFeesCents: number;
  taxesCents: number;
  netCents: number;
};

export type PayoutTotals = Partial<Record<LineKind, KindTotal>>;

const NOTHING: KindTotal = {
  count: 0,
  grossCents: 0,
  platformFeesCents: 0,
  otherFeesCents: 0,
  processorFeesCents: 0,
  taxesCents: 0,
  netCents: 0,
};

export function addLines(totals: PayoutTotals, lines: readonly PayoutLine[]): PayoutTotals {
  const sums = { ...totals };
  for (const line of lines) {
    const before = sums[line.kind] ?? NOTHING;
    sums[line.kind] = {
      count: before.count + 1,
      grossCents: before.grossCents + line.grossCents,
      platformFeesCents: before.platformFeesCents + line.platformFeeCents,
      otherFeesCents: before.otherFeesCents + line.otherFeesCents,
      processorFeesCents: before.processorFeesCents + line.processorFeeCents,
      taxesCents: before.taxesCents + line.taxCents,
      netCents: before.netCents + line.netCents,
    };
  }
  return sums;
}

/** What a payout is made of: which run has read it, into chunks of so many lines each, newest first. */
export type Composition = { run: string; chunkSizes: number[]; totals: PayoutTotals };

export const lineCountOf = ({ chunkSizes }: Composition): number =>
  chunkSizes.reduce((sum, size) => sum + size, 0);

/** It should be 0, and is shown if it is not. Other balances than the one of payments are not paid out with it. */
export const unexplainedOf = (
  { amountCents }: PayoutFacts,
  { totals: { other_balance, ...ofPayments } }: Composition,
): number => Object.values(ofPayments).reduce((left, { netCents }) => left - netCents, amountCents);

export const mustBeComposed = ({ reconciliation }: PayoutFacts, composed: Composition | undefined): boolean =>
  reconciliation === "completed" && !composed;

/** A bank may still return what was paid. */
const ENDED: readonly string[] = ["paid", "failed", "canceled"];

/** Whether the daily check fetches it again, in case an event was missed. */
export const isToBeFollowed = (facts: PayoutFacts, composed: Composition | undefined): boolean =>
  !ENDED.includes(facts.status) ||
  facts.isTracePending ||
  (facts.status === "failed" && facts.returnedAt === undefined) ||
  (facts.reconciliation !== "not_applicable" && !composed);

/**
 * What came back is paid out again with a later payout of the account in that currency. One that was made before is no
 * proof: it may be on its way to the same closed bank account. Nor is one of
 * another kind, which may go to another place: an instant one to a card, a manual one to wherever its maker said. A failed
 * debit, whose amount is negative, is made good by a later debit alone.
 */
export const isPaidOutAgain = (failed: PayoutFacts, since: number, others: readonly PayoutFacts[]): boolean =>
  others.some(
    ({ accountId, currency, status, createdAt, amountCents, automatic, method }) =>
      status === "paid" &&
      amountCents !== 0 &&
      amountCents > 0 === failed.amountCents > 0 &&
      createdAt >= since &&
      accountId === failed.accountId &&
      currency === failed.currency &&
      automatic === failed.automatic &&
      method === failed.method,
  );

export const PAYOUT_TTL_SECONDS = STATEMENT_TTL_SECONDS;

export const PAYOUT_REACH_MS = 30 * DAY_MS;

/** Pages are oldest first, while chunks and their lines are newest first. */
export function chunksOfPage(
  { chunkSizes }: Composition,
  { skip, limit }: { skip: number; limit: number },
): { nth: number; skip: number; take: number }[] {
  const places: { nth: number; skip: number; take: number }[] = [];
  let [toSkip, toTake] = [skip, limit];
  for (const [nth, size] of [...chunkSizes.entries()].reverse()) {
    const skipped = Math.min(toSkip, size);
    const take = Math.min(size - skipped, toTake);
    if (take > 0) places.push({ nth, skip: skipped, take });
    toSkip -= skipped;
    toTake -= take;
  }
  return places;
}
