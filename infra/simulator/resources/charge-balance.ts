import type Stripe from "stripe";
import { idOf } from "../world/ids.ts";
import type { Scope } from "../world/scope.ts";
import { moveMoney } from "./balance.ts";
import { isPayment, newRefund } from "./refund-object.ts";

const PROCESSOR_FEE_RATE = 0.029;
const PROCESSOR_FEE_FIXED = 30;
const DISPUTE_FEE = 1500;

/**
 * A charge that is captured, or a bank debit that is announced (fact 28): the merchant pays the processor's fee and the
 * platform's out of it (fact 17).
 */
export function bookCharge(scope: Scope, charge: Stripe.Charge): void {
  const { id } = moveMoney(scope, {
    ...chargeLine(charge),
    type: isPayment(charge) ? "payment" : "charge",
  });
  charge.balance_transaction = id;
}

/**
 * Fact 28: the bank has no money for a debit that was booked already, or it is called back. The line is about a refund
 * that no list shows, and the processor's fee comes back in it. That the platform's does too is not known.
 */
export function bookChargeFailure(scope: Scope, charge: Stripe.Charge, failureFee = 0): void {
  const { amount, applicationFee, processorFee, ...line } = chargeLine(charge);
  const source = newRefund(scope, charge, { amount, reason: null, metadata: {} });
  const { id } = moveMoney(scope, {
    ...line,
    type: "payment_failure_refund",
    amount: -amount,
    applicationFee: -applicationFee,
    processorFee: failureFee - processorFee,
    source: source.id,
    category: "charge_failure",
  });
  scope.insert("failure_refund", { ...source, balance_transaction: id });
  charge.failure_balance_transaction = id;
}

const chargeLine = (charge: Stripe.Charge) => ({
  amount: charge.amount_captured,
  currency: charge.currency,
  applicationFee: charge.application_fee_amount ?? 0,
  processorFee: Math.round(charge.amount_captured * PROCESSOR_FEE_RATE) + PROCESSOR_FEE_FIXED,
  source: charge.id,
  category: "charge",
});

/** Fact 28: the refund's line has no fee; what the platform gives back is a line of its own (fee-collection.ts). */
export function bookRefund(scope: Scope, refund: Stripe.Refund, charge: Stripe.Charge): void {
  const { id } = moveMoney(scope, {
    type: isPayment(charge) ? "payment_refund" : "refund",
    amount: -refund.amount,
    currency: refund.currency,
    source: refund.id,
    category: "refund",
  });
  refund.balance_transaction = id;
  scope.save(refund);
}

/** The opposite of the refund's own line, if there is one: a refund that never moved money undoes nothing. */
export function bookRefundFailure(scope: Scope, refund: Stripe.Refund): void {
  if (refund.balance_transaction === null) return;
  const { id } = moveMoney(scope, {
    type: "refund_failure",
    amount: refund.amount,
    currency: refund.currency,
    source: refund.id,
    category: "refund_failure",
  });
  refund.failure_balance_transaction = id;
  scope.save(refund);
}

export function bookDispute(scope: Scope, dispute: Stripe.Dispute, won: boolean): void {
  const movement = moveMoney(scope, {
    type: "adjustment",
    amount: won ? dispute.amount : -dispute.amount,
    currency: dispute.currency,
    processorFee: won ? 0 : DISPUTE_FEE,
    source: idOf(dispute),
    category: won ? "dispute_reversal" : "dispute",
  });
  dispute.balance_transactions.push(movement);
  scope.save(dispute);
}
