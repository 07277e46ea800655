import type Stripe from "stripe";
import type { Scope } from "../world/scope.ts";
import { printedDescriptor } from "./account-settings.ts";
import { ownAccount } from "./find.ts";
import { paymentMethodDetails } from "./payment-method-details.ts";
import type { TestPaymentMethod } from "./test-payment-methods.ts";

const NOTHING_BILLED: Stripe.Charge.BillingDetails = {
  address: null,
  email: null,
  name: null,
  phone: null,
  tax_id: null,
};

const NOTHING_YET = {
  amount_refunded: 0,
  application_fee: null,
  balance_transaction: null,
  disputed: false,
  failure_balance_transaction: null,
  livemode: false,
  on_behalf_of: null,
  receipt_number: null,
  refunded: false,
  review: null,
  source: null,
  source_transfer: null,
  transfer_data: null,
  transfer_group: null,
};

const CARDS = ["card", "card_present", "interac_present"];

export type ChargeState = Pick<Stripe.Charge, "amount_captured" | "captured" | "paid" | "status"> & {
  failure?: { code: string; message: string; declineCode: string; advice: string; networkCode: string };
};

export function newCharge(
  scope: Scope,
  intent: Stripe.PaymentIntent,
  attempt: { method: TestPaymentMethod; merchantInitiated?: boolean; state: ChargeState },
): Stripe.Charge {
  const { failure, ...state } = attempt.state;
  // Fact 30: what is not a card's is called a payment by its id alone.
  const id = scope.newId(CARDS.includes(attempt.method.type) ? "ch" : "py");
  return {
    id,
    object: "charge",
    ...NOTHING_YET,
    fraud_details: {},
    amount: intent.amount,
    application: intent.application,
    application_fee_amount: intent.application_fee_amount,
    billing_details: NOTHING_BILLED,
    calculated_statement_descriptor: CARDS.includes(attempt.method.type)
      ? printedDescriptor(ownAccount(scope), intent.statement_descriptor_suffix)
      : null,
    created: scope.nowSeconds,
    currency: intent.currency,
    customer: intent.customer,
    description: intent.description,
    failure_code: failure?.code ?? null,
    failure_message: failure?.message ?? null,
    // Fact 9: copied once; later changes of the intent's metadata do not reach the charge.
    metadata: { ...intent.metadata },
    outcome: outcomeOf(failure),
    payment_intent: intent.id,
    payment_method: typeof intent.payment_method === "string" ? intent.payment_method : null,
    payment_method_details: paymentMethodDetails(attempt.method, {
      amount: intent.amount,
      merchantInitiated: attempt.merchantInitiated ?? false,
      authorizedAt: state.status === "succeeded" && !state.captured ? scope.nowSeconds : null,
    }),
    receipt_email: intent.receipt_email,
    receipt_url: state.paid ? receiptUrlOf(id) : null,
    shipping: intent.shipping,
    statement_descriptor: intent.statement_descriptor,
    statement_descriptor_suffix: intent.statement_descriptor_suffix,
    ...state,
  };
}

/** Fact 39: whoever has the address sees the receipt. */
export const receiptUrlOf = (charge: string): string => `https://pay.example.com/receipts/${charge}`;

function outcomeOf(failure: ChargeState["failure"]): Stripe.Charge.Outcome {
  return {
    advice_code: failure?.advice ?? null,
    network_advice_code: null,
    network_decline_code: failure?.networkCode ?? null,
    network_status: failure ? "declined_by_network" : "approved_by_network",
    reason: failure?.declineCode ?? null,
    risk_level: "normal",
    seller_message: failure ? "The bank declined the payment." : "Payment complete.",
    type: failure ? "issuer_declined" : "authorized",
  };
}
