import type Stripe from "stripe";
import { PLATFORM, type Scope } from "../world/scope.ts";

/** Gives the platform its part of a captured charge. Fees live in the platform's own account. */
export function chargeApplicationFee(scope: Scope, charge: Stripe.Charge): void {
  if (charge.application_fee_amount === null) {
    return;
  }
  const id = scope.newId("fee");
  const platform = scope.within(PLATFORM);
  const fee: Stripe.ApplicationFee = {
    id,
    object: "application_fee",
    account: scope.account,
    amount: charge.application_fee_amount,
    amount_refunded: 0,
    application: "ca_simulator",
    balance_transaction: null,
    charge: charge.id,
    created: scope.nowSeconds,
    currency: charge.currency,
    fee_source: { charge: charge.id, type: "charge" },
    livemode: false,
    originating_transaction: null,
    refunded: false,
    refunds: { object: "list", data: [], has_more: false, url: `/v1/application_fees/${id}/refunds` },
  };
  platform.insert("application_fee", fee);
  platform.emit("application_fee.created", fee);
  charge.application_fee = id;
}

/** A full refund returns the whole fee, a partial one its share of the captured amount. */
export function refundApplicationFee(scope: Scope, charge: Stripe.Charge, refund: Stripe.Refund): void {
  const fee = feeOf(scope, charge);
  if (!fee) {
    return;
  }
  // Rounded shares of many partial refunds could add up to more than the fee itself.
  const remaining = fee.amount - fee.amount_refunded;
  const share = Math.round((fee.amount * refund.amount) / charge.amount_captured);
  const amount = refund.amount === charge.amount_captured ? remaining : Math.min(share, remaining);
  fee.refunds.data.unshift({
    id: feeRefundId(refund),
    object: "fee_refund",
    amount,
    balance_transaction: null,
    created: scope.nowSeconds,
    currency: fee.currency,
    fee: fee.id,
    metadata: {},
  });
  setRefunded(fee, fee.amount_refunded + amount);
  const platform = scope.within(PLATFORM);
  platform.emit("application_fee.refunded", platform.save(fee));
}

/** A refund that failed takes the platform's part back again. */
export function undoFeeRefund(scope: Scope, charge: Stripe.Charge, refund: Stripe.Refund): void {
  const fee = feeOf(scope, charge);
  const undone = fee?.refunds.data.find((feeRefund) => feeRefund.id === feeRefundId(refund));
  if (!fee || !undone) {
    return;
  }
  fee.refunds.data = fee.refunds.data.filter((feeRefund) => feeRefund !== undone);
  setRefunded(fee, fee.amount_refunded - undone.amount);
  scope.save(fee);
}

function feeOf(scope: Scope, charge: Stripe.Charge): Stripe.ApplicationFee | undefined {
  return typeof charge.application_fee === "string"
    ? scope.within(PLATFORM).find("application_fee", charge.application_fee)
    : undefined;
}

function setRefunded(fee: Stripe.ApplicationFee, amount: number): void {
  fee.amount_refunded = amount;
  fee.refunded = amount === fee.amount;
}

// The processor keeps no link from a fee's refund to the refund that caused it: the name has to do.
function feeRefundId(refund: Stripe.Refund): string {
  return refund.id.replace("re_", "fr_");
}
