import type Stripe from "stripe";
import type { Scope } from "../world/scope.ts";
import { type Route, route } from "./define-route.ts";
import { ownAccount } from "./find.ts";
import { noteBooking } from "./payout-items.ts";

const DAY_SECONDS = 24 * 60 * 60;
const AVAILABLE_AFTER_SECONDS = 2 * DAY_SECONDS;

/** The one application that this processor knows: the platform's own. */
export const PLATFORM_APPLICATION = "ca_simulator";

export type Movement = {
  /** Fact 28: an open list; what reports go by is the category. */
  type: Stripe.BalanceTransaction.Type;
  /** Signed: what comes in is positive. Amount and fees are in the payment's currency. */
  amount: number;
  currency: string;
  applicationFee?: number;
  processorFee?: number;
  source: string | null;
  category: string;
  description?: string;
};

/**
 * Fact P9: what comes in a currency that the account settles in is held in it, the rest is converted to its default one.
 * A payout leaves the balance of its own currency.
 */
function settlementOf(scope: Scope, { currency, type }: Movement): string {
  const isHeld = scope.payoutSettings.settlementCurrencies(scope.account).includes(currency);
  return isHeld || isPayoutLine(type) ? currency : (ownAccount(scope)?.default_currency ?? currency);
}

/** Fact P9: another one each day, and the first again after ten. All currencies have the same. */
function rateOfDay(scope: Scope): number {
  const since = ownAccount(scope)?.created ?? scope.nowSeconds;
  const days = Math.floor((scope.nowSeconds - since) / DAY_SECONDS);
  return (125 + (days % 10)) / 100;
}

const isPayoutLine = (type: string): boolean => ["payout", "payout_cancel", "payout_failure"].includes(type);

/**
 * Fact 28: one line on the account's statement, in the currency that the account settles in. `created` is when the
 * money moved, which for a late capture or a bank debit is not when the payment was made.
 */
export function moveMoney(scope: Scope, movement: Movement): Stripe.BalanceTransaction {
  const settlement = settlementOf(scope, movement);
  const rate = settlement === movement.currency ? null : rateOfDay(scope);
  const settled = (amount: number) => (rate === null ? amount : Math.round(amount * rate));
  const fee_details = feeDetails(movement, settlement).map((detail) => ({
    ...detail,
    amount: settled(detail.amount),
  }));
  const fee = fee_details.reduce((sum, detail) => sum + detail.amount, 0);
  const amount = settled(movement.amount);
  const line = scope.insert("balance_transaction", {
    id: scope.newId("txn"),
    object: "balance_transaction",
    amount,
    available_on: scope.nowSeconds + AVAILABLE_AFTER_SECONDS,
    balance_type: "payments",
    created: scope.nowSeconds,
    currency: settlement,
    description: movement.description ?? null,
    exchange_rate: rate,
    fee,
    fee_details,
    net: amount - fee,
    reporting_category: movement.category,
    source: movement.source,
    status: "pending",
    type: movement.type,
  });
  noteBooking(scope, line);
  return line;
}

/** Fact 28: a detail names the application that earned a fee; the processor's own fee names none. */
function feeDetails(
  { applicationFee = 0, processorFee = 0 }: Movement,
  currency: string,
): Stripe.BalanceTransaction.FeeDetail[] {
  const platforms: Stripe.BalanceTransaction.FeeDetail = {
    amount: applicationFee,
    application: PLATFORM_APPLICATION,
    currency,
    description: "Application fee",
    type: "application_fee",
  };
  const own = {
    ...platforms,
    amount: processorFee,
    application: null,
    description: null,
    type: "stripe_fee",
  };
  return [platforms, own].filter(({ amount }) => amount !== 0);
}

/** More than any account here ever books. */
const MAX_LINES = 1_000_000;

/** Fact P10: what is on the account now, in each currency. What a payout takes is gone when it is made. */
function balanceOf(scope: Scope): Stripe.Balance {
  const query = { limit: MAX_LINES, equals: { balance_type: "payments" } };
  const sums = { available: new Map<string, number>(), pending: new Map<string, number>() };
  for (const line of scope.objects.list("balance_transaction", scope.account, query).data) {
    const isAvailable = line.available_on <= scope.nowSeconds || isPayoutLine(line.type);
    const part = isAvailable ? sums.available : sums.pending;
    part.set(line.currency, (part.get(line.currency) ?? 0) + line.net);
  }
  const currencies = [...new Set([...sums.available.keys(), ...sums.pending.keys()])].sort();
  const listOf = (part: Map<string, number>) =>
    currencies.map((currency) => ({ amount: part.get(currency) ?? 0, currency }));
  return {
    object: "balance",
    available: listOf(sums.available),
    livemode: false,
    pending: listOf(sums.pending),
  };
}

export const BALANCE_ROUTES: Route[] = [route("GET /v1/balance", "BalanceRetrieveParams", {}, balanceOf)];
