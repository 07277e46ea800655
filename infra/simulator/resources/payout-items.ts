import type Stripe from "stripe";
import type { Kinds } from "../storage/kinds.ts";
import type { ListQuery } from "../storage/list-query.ts";
import { PLATFORM, type Scope } from "../world/scope.ts";

const DAY_SECONDS = 24 * 60 * 60;

/** More than any account here books between two payouts. */
const MAX_ITEMS = 100_000;

const UNPAID = "";

/** Fact P2: a transaction carries no payout of its own, so which is in which is kept beside it. */
export const itemIdOf = (transactionId: string): string => `${transactionId}.item`;

type Item = Kinds["payout_item"];

/** Notes a booking as not paid out yet, and has its account looked at on the day after it is available. */
export function noteBooking(scope: Scope, line: Stripe.BalanceTransaction): void {
  if (scope.account === PLATFORM) return;
  const payday = (Math.floor(line.available_on / DAY_SECONDS) + 1) * DAY_SECONDS;
  const isFirstOfDay = unpaidItems(scope, { limit: 1, equals: { payday } }).length === 0;
  scope.insert("payout_item", {
    id: itemIdOf(line.id),
    transaction: line.id,
    payout: UNPAID,
    payday,
    created: line.created,
    currency: line.currency,
    net: line.net,
    source: line.source === null ? "" : String(line.source),
    type: line.type,
  });
  if (isFirstOfDay) scope.later("make_payouts", scope.account, payday * 1000 - scope.nowMs);
}

export const listUnpaid = (scope: Scope): Item[] =>
  unpaidItems(scope, { limit: MAX_ITEMS }).filter(({ payday }) => payday <= scope.nowSeconds);

export function hurryUnpaid(scope: Scope): void {
  for (const item of unpaidItems(scope, { limit: MAX_ITEMS }))
    if (item.payday > scope.nowSeconds) scope.save({ ...item, payday: scope.nowSeconds });
}

export function putIntoPayout(scope: Scope, items: Item[], payoutId: string): void {
  for (const item of items) scope.save({ ...item, payout: payoutId });
}

const unpaidItems = (scope: Scope, { limit, equals }: Pick<ListQuery, "limit" | "equals">): Item[] =>
  scope.objects
    .list("payout_item", scope.account, { limit, equals: { payout: UNPAID, ...equals } })
    .data.reverse();
