import type Stripe from "stripe";
import { mergeMetadata } from "../http/metadata.ts";
import { idOf } from "../world/ids.ts";
import type { Scope } from "../world/scope.ts";
import { bookRefund } from "./charge-balance.ts";
import { refundApplicationFee } from "./fee-collection.ts";
import { checkRefund, findCharge, type RefundParams } from "./refund-checks.ts";
import { findTestPaymentMethod } from "./test-payment-methods.ts";

export function createRefund(scope: Scope, params: RefundParams): Stripe.Refund {
  const charge = findCharge(scope, params);
  const amount = checkRefund(scope, charge, params);
  const refund = scope.insert("refund", newRefund(scope, charge, { amount, params }));
  scheduleOutcome(scope, charge, refund);
  scope.emit("refund.created", refund);

  charge.amount_refunded += amount;
  charge.refunded = charge.amount_refunded === charge.amount_captured;
  scope.emit("charge.refunded", scope.save(charge));
  const feeReturned = params.refund_application_fee ? refundApplicationFee(scope, charge, refund) : 0;
  // One that waits has not moved any money yet.
  if (refund.status === "succeeded") {
    bookRefund(scope, refund, { charge, feeReturned });
  }
  return refund;
}

const BANK_MS = 1000;

/** Facts 8, 21 and 25: what the payment's method lets become of a refund, and what is heard of it later. */
function scheduleOutcome(scope: Scope, charge: Stripe.Charge, refund: Stripe.Refund): void {
  const outcome = methodOf(charge)?.refund ?? "succeeded";
  if (outcome === "pending") {
    refund.status = "pending";
    refund.pending_reason = "processing";
    scope.later("settle_refund", refund.id, BANK_MS);
  } else if (outcome === "requires_action") {
    refund.status = "requires_action";
    refund.next_action = { type: "display_details" };
  } else if (outcome === "failed_later") {
    scope.later("fail_refund", refund.id, BANK_MS);
  } else if (charge.payment_method_details?.type !== "us_bank_account") {
    scope.later("reference_refund", refund.id, BANK_MS);
  }
  scope.save(refund);
}

const methodOf = (charge: Stripe.Charge) => findTestPaymentMethod(idOf(charge.payment_method ?? ""));

function newRefund(
  scope: Scope,
  charge: Stripe.Charge,
  { amount, params }: { amount: number; params: RefundParams },
): Stripe.Refund {
  return {
    id: scope.newId("re"),
    object: "refund",
    amount,
    balance_transaction: null,
    charge: charge.id,
    created: scope.nowSeconds,
    currency: charge.currency,
    customer: charge.customer,
    customer_account: null,
    metadata: mergeMetadata({}, params.metadata),
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    reason: params.reason ?? null,
    receipt_number: null,
    source_transfer_reversal: null,
    status: "succeeded",
    transfer_reversal: null,
  };
}
