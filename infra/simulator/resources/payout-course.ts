import type Stripe from "stripe";
import { invalid } from "../http/api-error.ts";
import { text } from "../http/params.ts";
import type { Kinds } from "../storage/kinds.ts";
import type { Scope } from "../world/scope.ts";
import { moveMoney } from "./balance.ts";
import { type Route, route } from "./define-route.ts";
import { findNamed, ownAccount } from "./find.ts";
import { listObjects, PAGING_BY_TIME } from "./list.ts";
import { hurryUnpaid, itemIdOf, listUnpaid, putIntoPayout } from "./payout-items.ts";
import { newPayout, type PayoutWish } from "./payout-object.ts";

const TRACE_MS = 24 * 60 * 60 * 1000;
const TRACE_CHARACTERS = 15;

/** Pays out, in each currency, all that is available and in no payout yet; what is below nothing is taken from the bank. */
export function makePayouts(scope: Scope): void {
  if (!ownAccount(scope)?.payouts_enabled || scope.payoutSettings.interval(scope.account) === "manual")
    return;
  const unpaid = listUnpaid(scope);
  for (const currency of new Set(unpaid.map((item) => item.currency))) {
    payOut(
      scope,
      currency,
      unpaid.filter((item) => item.currency === currency),
    );
  }
}

/** The same days early, with all that was booked until now. */
export function makePayoutsAtOnce(scope: Scope): void {
  hurryUnpaid(scope);
  makePayouts(scope);
}

function payOut(scope: Scope, currency: string, items: Kinds["payout_item"][]): void {
  const amount = items.reduce((sum, { net }) => sum + net, 0);
  if (amount === 0) return;
  const payout = sendPayout(scope, { amount, currency, automatic: true, method: "standard" });
  // Fact P2: the payout's own line is in its list too.
  const own = scope.find("payout_item", itemIdOf(String(payout.balance_transaction)));
  putIntoPayout(scope, own ? [...items, own] : items, payout.id);
  scope.later("reconcile_payout", payout.id, scope.payoutSettings.reconciliationDelayMs(scope.account));
}

/** Money leaves for the bank. The lines of a requested payout are unknown (fact P2). */
export function sendPayout(scope: Scope, wish: PayoutWish): Stripe.Payout {
  const payout = newPayout(scope, wish);
  payout.balance_transaction = bookPayout(scope, payout, { type: "payout", sign: -1 });
  scope.emit("payout.created", scope.insert("payout", payout));
  scope.later("settle_payout", payout.id, payout.arrival_date * 1000 - scope.nowMs);
  return payout;
}

export function settlePayout(scope: Scope, payout: Stripe.Payout): void {
  if (payout.status !== "in_transit") return;
  payout.status = "paid";
  scope.emit("payout.paid", scope.save(payout));
  scope.later("trace_payout", payout.id, TRACE_MS);
}

/** Fact P5: from now on the list of what is in it is complete. */
export function reconcilePayout(scope: Scope, payout: Stripe.Payout): void {
  payout.reconciliation_status = "completed";
  scope.emit("payout.reconciliation_completed", scope.save(payout));
}

/** Fact P8: the bank's reference comes days later, and no event tells of it. */
export function tracePayout(scope: Scope, payout: Stripe.Payout): void {
  if (payout.status === "paid")
    scope.save({ ...payout, trace_id: { status: "supported", value: scope.randomText(TRACE_CHARACTERS) } });
}

/** Fact P3: also one that was paid already can come back; its money is part of a later payout. */
export function failPayout(scope: Scope, payout: Stripe.Payout, failureCode: string): Stripe.Payout {
  if (payout.status !== "in_transit" && payout.status !== "paid")
    throw invalid(`The payout is ${payout.status}.`);
  payout.status = "failed";
  payout.failure_code = failureCode;
  payout.failure_message = `The bank has returned the payout: ${failureCode}.`;
  payout.failure_balance_transaction = bookPayout(scope, payout, { type: "payout_failure", sign: 1 });
  scope.emit("payout.failed", scope.save(payout));
  return payout;
}

export function cancelPayout(scope: Scope, payout: Stripe.Payout): Stripe.Payout {
  if (payout.status !== "in_transit") throw invalid(`The payout is ${payout.status}.`);
  payout.status = "canceled";
  payout.failure_balance_transaction = bookPayout(scope, payout, { type: "payout_cancel", sign: 1 });
  scope.emit("payout.canceled", scope.save(payout));
  return payout;
}

function bookPayout(
  scope: Scope,
  { id, amount, currency }: Stripe.Payout,
  { type, sign }: { type: "payout" | "payout_failure" | "payout_cancel"; sign: 1 | -1 },
): string {
  const category = type === "payout" ? "payout" : "payout_reversal";
  return moveMoney(scope, { type, amount: sign * amount, currency, source: id, category }).id;
}

const COLLECTION = "/v1/payouts";

export const PAYOUT_ROUTES: Route[] = [
  route(
    `GET ${COLLECTION}`,
    "PayoutListParams",
    { ...PAGING_BY_TIME, status: text },
    (call, { status, ...paging }) =>
      listObjects(call, "payout", { url: COLLECTION, paging, equals: { status } }),
  ),
  route(`GET ${COLLECTION}/{id}`, "PayoutRetrieveParams", {}, (call) => findNamed(call, "payout")),
];
