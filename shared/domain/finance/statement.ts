import { isDeepStrictEqual } from "node:util";
import type { PaymentFacts } from "../payments/statement-note.ts";
import { compareText } from "../values.ts";
import { type AccountDay, feeOfPayout } from "./balance.ts";
import type { DayActivity } from "./day-activity.ts";
import { type BalanceLine, isOfPayment, isPayout, type Movement, movementOf, netOf } from "./movement.ts";

/**
 * How ledger and processor can differ about a payment. `not_in_ledger`: the processor has it, with our metadata.
 * `foreign_metadata`: an intent carries the id of a payment that is not its own, forged or copied.
 */
export const DIFFERENCE_KINDS = [
  "amount_differs",
  "refunds_differ",
  "fee_differs",
  "status_differs",
  "dispute_differs",
  "not_in_ledger",
  "not_at_processor",
  "foreign_metadata",
] as const;
export type DifferenceKind = (typeof DIFFERENCE_KINDS)[number];

export type Difference = {
  kind: DifferenceKind;
  svcPaymentId: string;
  processorPaymentIntentId: string;
  /** Of the payment, in which both sides' amounts are. */
  currency: string;
  ledger: PaymentFacts | null;
  processor: PaymentFacts | null;
  healed: boolean;
};

/** The most telling one: an amount that differs usually makes the status differ too. */
export function compareFacts(ledger: PaymentFacts, processor: PaymentFacts): DifferenceKind | "same" {
  if (ledger.amountCents !== processor.amountCents) return "amount_differs";
  if (ledger.refundedCents !== processor.refundedCents) return "refunds_differ";
  if (ledger.applicationFeeCents !== processor.applicationFeeCents) return "fee_differs";
  return ledger.status === processor.status ? "same" : "status_differs";
}

/**
 * What a day came to in one currency. Refunds and disputes are what went out; net is what is left of our payments after
 * all of it.
 */
export type Total = {
  currency: string;
  grossCents: number;
  refundsCents: number;
  disputesCents: number;
  platformFeesCents: number;
  /** They are taken off the fees already. */
  platformFeesReturnedCents: number;
  processorFeesCents: number;
  netCents: number;
  /** What moved and is about no payment: fees, holds, adjustments, and kinds that we do not know. */
  otherCents: number;
  otherCount: number;
  /** Of other balances than the one of payments. In no other sum. */
  otherBalancesCents: number;
  /** Payments made outside this service. */
  merchantsOwnNetCents: number;
  /** Net, the merchant's own and other, without payouts. */
  accountNetCents: number;
};

const NOTHING: Omit<Total, "currency"> = {
  grossCents: 0,
  refundsCents: 0,
  disputesCents: 0,
  platformFeesCents: 0,
  platformFeesReturnedCents: 0,
  processorFeesCents: 0,
  netCents: 0,
  otherCents: 0,
  otherCount: 0,
  otherBalancesCents: 0,
  merchantsOwnNetCents: 0,
  accountNetCents: 0,
};

/** `isOurs`: it is about a payment of this service. */
export function addMovement(totals: readonly Total[], movement: Movement, isOurs: boolean): Total[] {
  if (isPayout(movement.kind)) {
    const fee = feeOfPayout(movement);
    return netOf(fee) === 0 ? [...totals] : addMovement(totals, fee, false);
  }
  const { currency } = movement;
  const before = { ...NOTHING, currency, ...totals.find((total) => total.currency === currency) };
  const after: Total = {
    ...before,
    ...sumsWith(before, movement, isOurs),
    ...(movement.kind !== "other_balance" && {
      accountNetCents: before.accountNetCents + netOf(movement),
    }),
  };
  return [...totals.filter((total) => total.currency !== currency), after].sort((a, b) =>
    compareText(a.currency, b.currency),
  );
}

function sumsWith(before: Total, movement: Movement, isOurs: boolean): Partial<Total> {
  const { kind, amountCents, platformFeeCents, processorFeeCents } = movement;
  if (kind === "other_balance") return { otherBalancesCents: before.otherBalancesCents + netOf(movement) };
  if (!isOfPayment(kind))
    return { otherCents: before.otherCents + netOf(movement), otherCount: before.otherCount + 1 };
  if (!isOurs) return { merchantsOwnNetCents: before.merchantsOwnNetCents + netOf(movement) };
  const isRefund = kind === "refund" || kind === "refund_failure";
  const isDispute = kind === "dispute" || kind === "dispute_reversal";
  // A returned fee comes in as an amount, and reduces the fees.
  const returnedCents = kind === "platform_fee_return" ? amountCents : 0;
  return {
    grossCents: before.grossCents + (kind === "charge" ? amountCents : 0),
    refundsCents: before.refundsCents - (isRefund ? amountCents : 0),
    disputesCents: before.disputesCents - (isDispute ? amountCents : 0),
    platformFeesCents: before.platformFeesCents + platformFeeCents - returnedCents,
    platformFeesReturnedCents: before.platformFeesReturnedCents + returnedCents,
    processorFeesCents: before.processorFeesCents + processorFeeCents,
    netCents: before.netCents + netOf(movement),
  };
}

/** Over all accounts that the merchant has or had. */
export type Statement = {
  merchantId: string;
  date: string;
  /** false: made before the day was closed. */
  final: boolean;
  generatedAt: number;
  totals: Total[];
  matched: number;
  merchantsOwn: number;
  /** How many charges cannot be read, so that their payments are unknown. Their money is in the totals as other. */
  unexplained: number;
  differences: Difference[];
  differencesOmitted: number;
  unreachableAccounts: string[];
  /** Those of the unreachable that were lost since, or while it was made: what was read of them before is in it. */
  lostAccounts?: string[];
  /** When the run began that could read less, and has left its numbers as they were. */
  keptAt?: number;
  payouts: PayoutThatDay[];
  /** Those that came back that day, whenever they were made. */
  payoutsReturned: PayoutThatDay[];
  /** What moved on the balance of each account. */
  accounts: AccountDay[];
  /** What customers did that day, by the events; absent: they were no longer stored. */
  activity?: DayActivity;
  /** The balance lines behind it, about in the order of time. */
  lines: LineChunks[];
};

/** Lines that were written down under a name that nothing else uses, in chunks of so many each. */
export type LineChunks = { run: string; chunkSizes: number[] };

export type PayoutThatDay = { payoutId: string; amountCents: number; currency: string };

/**
 * What one payment came to on a day, in the currency in which the account settles. What was charged that day stands
 * beside it in the payment's own currency, with the rate.
 */
export type PaymentThatDay = Total &
  Pick<BalanceLine, "exchangeRate" | "chargedCents" | "chargeCurrency"> & { svcPaymentId: string };

/** By payment and currency, in the order in which they first moved. */
export type PaymentsThatDay = Map<string, PaymentThatDay>;

/** With one more line; one that is about no payment of ours adds nothing. */
export function addToPayments(payments: PaymentsThatDay, line: BalanceLine): void {
  const { svcPaymentId, currency } = line;
  if (svcPaymentId === null) return;
  const key = `${svcPaymentId} ${currency}`;
  const before = payments.get(key);
  const [total] = addMovement(before ? [before] : [], movementOf(line), true);
  if (!total) return;
  const isCharge = line.kind === "charge";
  payments.set(key, {
    ...total,
    svcPaymentId,
    exchangeRate: (isCharge ? line.exchangeRate : before?.exchangeRate) ?? null,
    chargedCents: isCharge ? sumOf(before?.chargedCents, line.chargedCents) : (before?.chargedCents ?? null),
    // A dispute can be in another currency than what was charged.
    chargeCurrency: (isCharge ? line.chargeCurrency : null) ?? before?.chargeCurrency ?? line.chargeCurrency,
  });
}

const sumOf = (sum: number | null | undefined, more: number | null): number | null =>
  more === null ? (sum ?? null) : (sum ?? 0) + more;

/** An item holds 400 KB; a person reads fewer. */
const MAX_DIFFERENCES = 100;

/**
 * All differences that a run has found: as many of them as a statement has room for, and how many there are. `again`: the
 * intents among them that an earlier statement of the day shows as well.
 */
export type FoundDifferences = {
  open: Difference[];
  healed: Difference[];
  openCount: number;
  healedCount: number;
  again: string[];
};

export const NO_DIFFERENCES: FoundDifferences = {
  ...{ open: [], healed: [], openCount: 0, healedCount: 0, again: [] },
};

export function addDifferences(
  found: FoundDifferences,
  more: readonly Difference[],
  earlier: readonly Difference[],
): FoundDifferences {
  const open = more.filter(({ healed }) => !healed);
  const healed = more.filter((difference) => difference.healed);
  const shown = new Set(earlier.map(({ processorPaymentIntentId }) => processorPaymentIntentId));
  const again = more.map(({ processorPaymentIntentId }) => processorPaymentIntentId);
  return {
    open: [...found.open, ...open].slice(0, MAX_DIFFERENCES),
    healed: [...found.healed, ...healed].slice(0, MAX_DIFFERENCES),
    openCount: found.openCount + open.length,
    healedCount: found.healedCount + healed.length,
    again: [...new Set([...found.again, ...again.filter((intentId) => shown.has(intentId))])],
  };
}

/**
 * As a statement shows them, with those that an earlier run has healed. The healed ones come first, but where there is
 * room for one only, what a person must look at stays.
 */
export function boundDifferences(
  { open, healed: healedNow, openCount, healedCount }: FoundDifferences,
  kept: readonly Difference[],
): Pick<Statement, "differences" | "differencesOmitted"> {
  const healed = [...kept, ...healedNow].slice(0, MAX_DIFFERENCES - open.length);
  const differences = [...healed, ...open];
  return { differences, differencesOmitted: kept.length + openCount + healedCount - differences.length };
}

/** What an earlier run of the same day has healed stays on its statement, unless it differs again. */
export const healedBefore = (earlier: readonly Difference[], { again }: FoundDifferences): Difference[] =>
  earlier.filter(
    ({ healed, processorPaymentIntentId }) => healed && !again.includes(processorPaymentIntentId),
  );

export const lostSince = (
  { unreachableAccounts, lostAccounts = [] }: Statement,
  unreachableNow: ReadonlySet<string>,
): string[] =>
  [...unreachableNow].filter(
    (accountId) => !unreachableAccounts.includes(accountId) || lostAccounts.includes(accountId),
  );

const COMPARED = [
  "final",
  "totals",
  "matched",
  "merchantsOwn",
  "unexplained",
  "differences",
  "unreachableAccounts",
  "payouts",
  "payoutsReturned",
  "activity",
] as const;

export function changesBetween(earlier: Statement, now: Statement): string[] {
  const [before, after] = [asStored(earlier), asStored(now)];
  // The table returns the names of a map in any order.
  return COMPARED.filter((name) => !isDeepStrictEqual(before[name], after[name]));
}

/** Undefined values are not stored. */
const asStored = (statement: Statement): Statement => JSON.parse(JSON.stringify(statement));
