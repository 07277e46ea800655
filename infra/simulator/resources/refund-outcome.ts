import type Stripe from "stripe";
import { invalid } from "../http/api-error.ts";
import { idOf } from "../world/ids.ts";
import type { Scope } from "../world/scope.ts";
import { bookRefund, bookRefundFailure } from "./charge-balance.ts";
import { undoFeeReturn } from "./fee-collection.ts";
import { findOwn } from "./find.ts";

const BANK_REFERENCE_CHARACTERS = 23;
const MAX_WAITING = 1000;

/** Fact 8: a moment after a card was refunded its bank reference follows. */
export function referenceRefund(scope: Scope, refund: Stripe.Refund): void {
  if (refund.status !== "succeeded") return;
  const reference = scope.randomText(BANK_REFERENCE_CHARACTERS);
  const card = refund.destination_details?.card;
  refund.destination_details = {
    card: { type: "refund", ...card, reference, reference_status: "available" },
    type: "card",
  };
  tellOfUpdate(scope, scope.save(refund));
}

export function settleRefund(scope: Scope, refund: Stripe.Refund): void {
  if (refund.status === "pending") complete(scope, refund);
}

export function settleWaitingRefunds(scope: Scope): void {
  const query = { limit: MAX_WAITING, equals: { pending_reason: "insufficient_funds" } };
  for (const refund of scope.objects.list("refund", scope.account, query).data.reverse())
    settleRefund(scope, refund);
}

/** The buyer's bank sends the money back, days after the refund was made: everything is undone. */
export function failRefund(
  scope: Scope,
  refund: Stripe.Refund,
  failureReason: Stripe.Refund["failure_reason"] = "expired_or_canceled_card",
): void {
  if (refund.status === "failed" || refund.status === "canceled") return;
  refund.status = "failed";
  refund.failure_reason = failureReason;
  undo(scope, refund);
  tellOfUpdate(scope, refund);
  scope.emit("refund.failed", refund);
}

/** Fact 29: a refund that was made seconds before an inquiry becomes a chargeback has not reached the bank, and fails. */
export function failFreshRefunds(scope: Scope, charge: string): void {
  const query = { limit: MAX_WAITING, equals: { charge } };
  for (const refund of scope.objects.list("refund", scope.account, query).data) {
    if (refund.destination_details?.card?.reference_status === "pending")
      failRefund(scope, refund, "charge_for_pending_refund_disputed");
  }
}

/** Fact 25: only a refund that still waits for its buyer can be called off. */
export function cancelRefund(scope: Scope, refund: Stripe.Refund): Stripe.Refund {
  if (refund.status !== "requires_action")
    throw invalid(`Refund ${refund.id} is ${refund.status}: only one that requires_action can be canceled.`);
  refund.status = "canceled";
  refund.failure_reason = "merchant_request";
  undo(scope, refund);
  tellOfUpdate(scope, refund);
  return refund;
}

export function completeRefund(scope: Scope, refund: Stripe.Refund): Stripe.Refund {
  if (refund.status !== "requires_action")
    throw invalid(`Refund ${refund.id} is ${refund.status} and waits for no one.`);
  complete(scope, refund);
  return refund;
}

function complete(scope: Scope, refund: Stripe.Refund): void {
  refund.status = "succeeded";
  delete refund.pending_reason;
  delete refund.next_action;
  scope.save(refund);
  if (refund.balance_transaction === null)
    bookRefund(scope, refund, findOwn(scope, "charge", idOf(refund.charge ?? "")));
  tellOfUpdate(scope, refund);
}

/** Facts 8 and 25: what was counted as refunded is so no longer; no event of the charge tells of it. */
function undo(scope: Scope, refund: Stripe.Refund): void {
  delete refund.pending_reason;
  delete refund.next_action;
  scope.save(refund);
  const charge = findOwn(scope, "charge", idOf(refund.charge ?? ""));
  charge.amount_refunded -= refund.amount;
  charge.refunded = false;
  scope.save(charge);
  bookRefundFailure(scope, refund);
  undoFeeReturn(scope, charge, refund);
}

function tellOfUpdate(scope: Scope, refund: Stripe.Refund): void {
  scope.emit("refund.updated", refund);
  scope.emit("charge.refund.updated", refund);
}
