import type Stripe from "stripe";
import { invalid } from "../http/api-error.ts";
import type { Scope } from "../world/scope.ts";
import { findOwn } from "./find.ts";

const EVIDENCE_SECONDS = 9 * 24 * 60 * 60;

// Evidence is not simulated: nobody can submit any, so its thirty empty fields are left out.
const NO_EVIDENCE = { enhanced_evidence: {} } as Stripe.Dispute.Evidence;

export function openDispute(scope: Scope, charge: Stripe.Charge): void {
  charge.disputed = true;
  scope.emit("charge.updated", scope.save(charge));
  const dispute: Stripe.Dispute = {
    id: scope.newId("du"),
    object: "dispute",
    amount: charge.amount_captured,
    balance_transactions: [],
    charge: charge.id,
    created: scope.nowSeconds,
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence: NO_EVIDENCE,
    evidence_details: {
      due_by: scope.nowSeconds + EVIDENCE_SECONDS,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: "manual",
    },
    intended_submission_method: null,
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
    payment_intent: charge.payment_intent,
    reason: "fraudulent",
    status: "needs_response",
  };
  scope.emit("charge.dispute.created", scope.insert("dispute", dispute));
}

/** Closing a dispute accepts it: the merchant has lost. */
export function closeDispute(scope: Scope, id: string): Stripe.Dispute {
  const dispute = findOwn(scope, "dispute", id);
  if (dispute.status !== "needs_response") {
    throw invalid(`This dispute is already closed: ${dispute.status}.`);
  }
  dispute.status = "lost";
  scope.emit("charge.dispute.closed", scope.save(dispute));
  return dispute;
}
