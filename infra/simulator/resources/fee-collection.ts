import type Stripe from "stripe";
import { idOf } from "../world/ids.ts";
import { PLATFORM, type Scope } from "../world/scope.ts";
import { moveMoney, PLATFORM_APPLICATION } from "./balance.ts";

const COLLECTION_MS = 1000;

/** Fact 3: the charge's line has the amount at once; an asynchronous capture has the fee's own object a moment later. */
export function collectFee(
  scope: Scope,
  charge: Stripe.Charge,
  { capture_method }: Pick<Stripe.PaymentIntent, "capture_method">,
): void {
  if (!hasFee(charge)) return;
  if (capture_method === "automatic_async") scope.later("collect_fee", charge.id, COLLECTION_MS);
  else makeFee(scope, charge);
}

export const hasFee = (charge: Stripe.Charge): boolean => (charge.application_fee_amount ?? 0) > 0;

/** Of a charge whose fee may still be on its way. */
export function collectLateFee(scope: Scope, charge: Stripe.Charge): void {
  if (!hasFee(charge) || charge.application_fee !== null) return;
  makeFee(scope, charge);
  scope.emit("charge.updated", scope.save(charge));
}

/** Gives the platform its part of a captured charge. Fees live in the platform's own account. */
function makeFee(scope: Scope, charge: Stripe.Charge): void {
  const fee = newFee(scope, charge);
  const platform = scope.within(PLATFORM);
  platform.insert("application_fee", fee);
  platform.emit("application_fee.created", fee);
  charge.application_fee = fee.id;
}

function newFee(scope: Scope, charge: Stripe.Charge): Stripe.ApplicationFee {
  const id = scope.newId("fee");
  const { currency } = charge;
  const amount = charge.application_fee_amount ?? 0;
  const income = { type: "application_fee", category: "platform_earning", source: id } as const;
  return {
    id,
    object: "application_fee",
    account: scope.account,
    amount,
    amount_refunded: 0,
    application: PLATFORM_APPLICATION,
    balance_transaction: moveMoney(scope.within(PLATFORM), { ...income, amount, currency }).id,
    charge: charge.id,
    created: scope.nowSeconds,
    currency,
    fee_source: { charge: charge.id, type: "charge" },
    livemode: false,
    originating_transaction: null,
    refunded: false,
    refunds: { object: "list", data: [], has_more: false, url: `/v1/application_fees/${id}/refunds` },
  };
}

/**
 * Fact 5: a partial refund returns its share of the fee, the refund that completes the charge all that is left of it.
 * Fact 28: to the merchant the return is a line of its own. Whether a fee that is not there yet can be returned is not
 * known; here it is then collected at once.
 */
export function returnFee(scope: Scope, charge: Stripe.Charge, refund: Stripe.Refund): void {
  collectLateFee(scope, charge);
  const fee = feeOf(scope, charge);
  if (!fee) return;
  const left = fee.amount - fee.amount_refunded;
  // Rounded shares of many partial refunds could add up to more than the fee itself.
  const share = Math.min(Math.round((fee.amount * refund.amount) / charge.amount_captured), left);
  const amount = charge.refunded ? left : share;
  if (amount === 0) return;
  giveBack(scope, fee, { id: feeRefundId(refund), amount });
}

export function giveBack(
  scope: Scope,
  fee: Stripe.ApplicationFee,
  { id, amount }: { id: string; amount: number },
): Stripe.FeeRefund {
  const { currency } = fee;
  const platform = scope.within(PLATFORM);
  const loss = { type: "application_fee_refund", category: "platform_earning_refund", source: id } as const;
  const made = platform.insert("fee_refund", {
    id,
    object: "fee_refund",
    amount,
    balance_transaction: moveMoney(platform, { ...loss, amount: -amount, currency }).id,
    created: scope.nowSeconds,
    currency,
    fee: fee.id,
    metadata: {},
  });
  fee.refunds.data.unshift(made);
  setReturned(fee, fee.amount_refunded + amount);
  platform.emit("application_fee.refunded", platform.save(fee));
  bookReturn(scope, { amount, currency, source: id });
  return made;
}

export function undoFeeReturn(scope: Scope, charge: Stripe.Charge, refund: Stripe.Refund): void {
  const fee = feeOf(scope, charge);
  const undone = fee?.refunds.data.find((feeRefund) => feeRefund.id === feeRefundId(refund));
  if (!fee || !undone) return;
  fee.refunds.data = fee.refunds.data.filter((feeRefund) => feeRefund !== undone);
  setReturned(fee, fee.amount_refunded - undone.amount);
  scope.save(fee);
  const { amount, currency } = undone;
  const income = { type: "adjustment", category: "platform_earning", source: fee.id } as const;
  moveMoney(scope.within(PLATFORM), { ...income, amount, currency });
  bookReturn(scope, { amount: -amount, currency, source: undone.id });
}

/** The merchant's side of a returned fee, as it was recorded: an adjustment of category fee, without a fee of its own. */
function bookReturn(scope: Scope, money: { amount: number; currency: string; source: string }): void {
  moveMoney(scope, { ...money, type: "adjustment", category: "fee", description: "Application fee refund" });
}

function feeOf(scope: Scope, charge: Stripe.Charge): Stripe.ApplicationFee | undefined {
  return charge.application_fee === null
    ? undefined
    : scope.within(PLATFORM).find("application_fee", idOf(charge.application_fee));
}

function setReturned(fee: Stripe.ApplicationFee, amount: number): void {
  fee.amount_refunded = amount;
  fee.refunded = amount === fee.amount;
}

// The processor keeps no link from a fee's refund to the refund that caused it: the name has to do.
function feeRefundId(refund: Stripe.Refund): string {
  return refund.id.replace(/^[a-z]+/, "fr");
}
