import type Stripe from "stripe";
import type { Scope } from "../world/scope.ts";

const ARRIVAL_SECONDS = 2 * 24 * 60 * 60;

export type PayoutWish = {
  amount: number;
  currency: string;
  automatic: boolean;
  method: "standard" | "instant";
};

/** Fact P1. Only the composition of an automatic payout is ever known. */
export function newPayout(scope: Scope, wish: PayoutWish): Stripe.Payout {
  return {
    id: scope.newId("po"),
    object: "payout",
    amount: wish.amount,
    application_fee: null,
    application_fee_amount: null,
    arrival_date: scope.nowSeconds + (wish.method === "instant" ? 0 : ARRIVAL_SECONDS),
    automatic: wish.automatic,
    balance_transaction: null,
    created: scope.nowSeconds,
    currency: wish.currency,
    description: wish.automatic ? "STRIPE PAYOUT" : null,
    destination: null,
    failure_balance_transaction: null,
    failure_code: null,
    failure_message: null,
    livemode: false,
    metadata: {},
    method: wish.method,
    original_payout: null,
    payout_method: null,
    reconciliation_status: wish.automatic ? "in_progress" : "not_applicable",
    reversed_by: null,
    source_type: "card",
    statement_descriptor: null,
    status: "in_transit",
    trace_id: { status: "pending", value: null },
    type: "bank_account",
  };
}
