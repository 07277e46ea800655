import type Stripe from "stripe";
import type { Scope } from "../world/scope.ts";

/** Fact 30: by its id and by the types of its lines, what is not a card's is a payment. */
export const isPayment = (charge: Stripe.Charge): boolean => charge.id.startsWith("py_");

export function newRefund(
  scope: Scope,
  charge: Stripe.Charge,
  { amount, reason, metadata }: Pick<Stripe.Refund, "amount" | "reason" | "metadata">,
): Stripe.Refund {
  return {
    id: scope.newId(isPayment(charge) ? "pyr" : "re"),
    object: "refund",
    amount,
    balance_transaction: null,
    charge: charge.id,
    created: scope.nowSeconds,
    currency: charge.currency,
    customer: charge.customer,
    customer_account: null,
    ...destinationOf(charge),
    metadata,
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    reason,
    receipt_number: null,
    source_transfer_reversal: null,
    status: "succeeded",
    transfer_reversal: null,
  };
}

/** Fact 8: the bank's reference of a card's refund comes a moment later. */
const destinationOf = (charge: Stripe.Charge): Pick<Stripe.Refund, "destination_details"> =>
  charge.payment_method_details?.type === "card"
    ? {
        destination_details: {
          card: {
            reference_status: "pending",
            reference_type: "acquirer_reference_number",
            type: "refund",
          },
          type: "card",
        },
      }
    : {};
