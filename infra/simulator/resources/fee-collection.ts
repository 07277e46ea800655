import type Stripe from "stripe";
import { PLATFORM, type Scope } from "../world/scope.ts";
import { moveMoney } from "./balance.ts";

/** Gives the platform its part of a captured charge. Fees live in the platform's own account. */
export function chargeApplicationFee(scope: Scope, charge: Stripe.Charge): void {
  if (charge.application_fee_amount === null) {
    return;
  }
  const id = scope.newId("fee");
  const platform = scope.within(PLATFORM);
  const { application_fee_amount: amount, currency } = charge;
  const income = { type: "application_fee", category: "platform_earning", source: id } as const;
  const fee: Stripe.ApplicationFee = {
    id,
    object: "application_fee",
    account: scope.account,
    amount,
    amount_refunded: 0,
    application: "ca_simulator",
    balance_transaction: moveMoney(platform, { ...income, amount, currency }).id,
    charge: charge.id,
    created: scope.nowSeconds,
    currency,
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

/** Fact 5: a full refund returns the whole fee, a partial one its share of the captured amount. Answers what it returned. */
export function refundApplicationFee(scope: Scope, charge: Stripe.Charge, refund: Stripe.Refund): number {
  const fee = feeOf(scope, charge);
  if (!fee) {
    return 0;
  }
  // Rounded shares of many partial refunds could add up to more than the fee itself.
  const remaining = fee.amount - fee.amount_refunded;
  const share = Math.round((fee.amount * refund.amount) / charge.amount_captured);
  const amount = refund.amount === charge.amount_captured ? remaining : Math.min(share, remaining);
  const platform = scope.within(PLATFORM);
  const id = feeRefundId(refund);
  const { currency } = fee;
  const loss = { type: "application_fee_refund", category: "platform_earning_refund", source: id } as const;
  fee.refunds.data.unshift({
    id,
    object: "fee_refund",
    amount,
    balance_transaction: moveMoney(platform, { ...loss, amount: -amount, currency }).id,
    created: scope.nowSeconds,
    currency,
    fee: fee.id,
    metadata: {},
  });
  setRefunded(fee, fee.amount_refunded + amount);
  platform.emit("application_fee.refunded", platform.save(fee));
  return amount;
}

/** A refund that failed takes the platform's part back again. Answers how much that was. */
export function undoFeeRefund(scope: Scope, charge: Stripe.Charge, refund: Stripe.Refund): number {
  const fee = feeOf(scope, charge);
  const undone = fee?.refunds.data.find((feeRefund) => feeRefund.id === feeRefundId(refund));
  if (!fee || !undone) {
    return 0;
  }
  fee.refunds.data = fee.refunds.data.filter((feeRefund) => feeRefund !== undone);
  setRefunded(fee, fee.amount_refunded - undone.amount);
  scope.save(fee);
  const { amount, currency } = undone;
  const income = { type: "adjustment", category: "platform_earning", source: fee.id } as const;
  moveMoney(scope.within(PLATFORM), { ...income, amount, currency });
  return amount;
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

/** What a refund has returned of the platform's fee. */
export function feeReturnedBy(scope: Scope, charge: Stripe.Charge, refund: Stripe.Refund): number {
  const made = feeOf(scope, charge)?.refunds.data.find(({ id }) => id === feeRefundId(refund));
  return made?.amount ?? 0;
}
