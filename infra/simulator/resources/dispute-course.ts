import type Stripe from "stripe";
import { invalid } from "../http/api-error.ts";
import sdkParameters from "../http/sdk-parameters.json" with { type: "json" };
import { idOf } from "../world/ids.ts";
import type { Scope } from "../world/scope.ts";
import { bookDispute } from "./charge-balance.ts";
import { findOwn } from "./find.ts";
import { failFreshRefunds } from "./refund-outcome.ts";
import { methodOfCharge } from "./saved-methods.ts";

const EVIDENCE_SECONDS = 9 * 24 * 60 * 60;
const REVIEW_MS = 1000;

/** What may be submitted, but for an appeal, is what is shown. */
const { appeal: _, ...EVIDENCE } = sdkParameters.DisputeUpdateParams.evidence;
const NO_EVIDENCE = {
  ...Object.fromEntries(Object.keys(EVIDENCE).map((name) => [name, null])),
  enhanced_evidence: {},
} as Stripe.Dispute.Evidence;

/** The texts by which a test decides how a dispute ends. */
const VERDICTS = new Map<string, "win_dispute" | "lose_dispute" | "escalate_inquiry">([
  ["winning_evidence", "win_dispute"],
  ["losing_evidence", "lose_dispute"],
  ["escalate_inquiry_evidence", "escalate_inquiry"],
]);

export function disputeAtOnce(scope: Scope, charge: Stripe.Charge): void {
  const outcome = methodOfCharge(scope, charge)?.outcome;
  if (outcome?.kind === "succeed_then_dispute") openDispute(scope, charge, outcome);
}

/** The bank suspects fraud: it tells that, and takes nothing. */
export function warnOfFraud(scope: Scope, charge: Stripe.Charge): void {
  const outcome = methodOfCharge(scope, charge)?.outcome;
  if (outcome?.kind !== "succeed_then_warn") return;
  const warning = scope.insert("radar.early_fraud_warning", {
    id: scope.newId("issfr"),
    object: "radar.early_fraud_warning",
    actionable: true,
    charge: charge.id,
    created: scope.nowSeconds,
    fraud_type: "unauthorized_use_of_card",
    livemode: false,
    ...(charge.payment_intent && { payment_intent: idOf(charge.payment_intent) }),
  });
  scope.emit("radar.early_fraud_warning.created", warning);
}

/** Fact 10: an inquiry takes no money yet, and its charge may still be refunded. */
function openDispute(scope: Scope, charge: Stripe.Charge, { inquiry }: { inquiry: boolean }): void {
  charge.disputed = true;
  scope.save(charge);
  const dispute = scope.insert("dispute", newDispute(scope, charge, inquiry));
  scope.emit("charge.dispute.created", dispute);
  if (!inquiry) {
    bookDispute(scope, dispute, false);
    scope.emit("charge.dispute.funds_withdrawn", dispute);
  }
  scope.later("end_unanswered_dispute", dispute.id, EVIDENCE_SECONDS * 1000);
}

/** Fact 29: the bank was not content with the answer to its inquiry: the money goes, and there is a new time to answer. */
export function escalateInquiry(scope: Scope, dispute: Stripe.Dispute): Stripe.Dispute {
  if (!isInquiry(dispute))
    throw invalid(`Only an inquiry can become a chargeback; this is ${dispute.status}.`);
  dispute.is_charge_refundable = false;
  if (dispute.payment_method_details?.card) dispute.payment_method_details.card.case_type = "chargeback";
  dispute.status = "needs_response";
  dispute.evidence_details.due_by = scope.nowSeconds + EVIDENCE_SECONDS;
  scope.emit("charge.dispute.updated", scope.save(dispute));
  scope.later("end_unanswered_dispute", dispute.id, EVIDENCE_SECONDS * 1000);
  bookDispute(scope, dispute, false);
  scope.emit("charge.dispute.funds_withdrawn", dispute);
  failFreshRefunds(scope, idOf(dispute.charge));
  return dispute;
}

export function escalateIfInquiry(scope: Scope, dispute: Stripe.Dispute): void {
  if (isInquiry(dispute) && isOpen(dispute)) escalateInquiry(scope, dispute);
}

function newDispute(scope: Scope, charge: Stripe.Charge, inquiry: boolean): Stripe.Dispute {
  return {
    id: scope.newId("du"),
    object: "dispute",
    amount: charge.amount_captured,
    balance_transactions: [],
    charge: charge.id,
    created: scope.nowSeconds,
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence: { ...NO_EVIDENCE },
    evidence_details: {
      due_by: scope.nowSeconds + EVIDENCE_SECONDS,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: "manual",
    },
    intended_submission_method: null,
    is_charge_refundable: inquiry,
    livemode: false,
    metadata: {},
    payment_intent: charge.payment_intent,
    payment_method_details: cardCase(charge, inquiry ? "inquiry" : "chargeback"),
    reason: "fraudulent",
    status: inquiry ? "warning_needs_response" : "needs_response",
  };
}

/** Visa's code for fraud, whichever the network. */
const FRAUD_CODE = "10.4";

/** Every test payment method that is disputed is a card. */
function cardCase(
  charge: Stripe.Charge,
  case_type: Stripe.Dispute.PaymentMethodDetails.Card.CaseType,
): Stripe.Dispute.PaymentMethodDetails {
  const brand = charge.payment_method_details?.card?.brand ?? "unknown";
  return { type: "card", card: { brand, case_type, network: brand, network_reason_code: FRAUD_CODE } };
}

export function submitEvidence(scope: Scope, dispute: Stripe.Dispute, text: string): Stripe.Dispute {
  requireOpen(dispute, "needs_response");
  dispute.evidence.uncategorized_text = text;
  dispute.evidence_details.has_evidence = true;
  dispute.evidence_details.submission_count += 1;
  dispute.status = isInquiry(dispute) ? "warning_under_review" : "under_review";
  scope.emit("charge.dispute.updated", scope.save(dispute));
  scope.emit("charge.updated", findOwn(scope, "charge", idOf(dispute.charge)));
  const verdict = VERDICTS.get(text);
  if (verdict) scope.later(verdict, dispute.id, REVIEW_MS);
  return dispute;
}

export function closeDispute(scope: Scope, dispute: Stripe.Dispute): Stripe.Dispute {
  requireOpen(dispute, "needs_response");
  loseDispute(scope, dispute);
  return dispute;
}

/** What becomes of a dispute without a response in time. A reopened dispute has a new time. */
export function endUnanswered(scope: Scope, dispute: Stripe.Dispute): void {
  const dueBy = dispute.evidence_details.due_by ?? 0;
  if (dispute.status.endsWith("needs_response") && dueBy <= scope.nowSeconds) loseDispute(scope, dispute);
}

export function loseDispute(scope: Scope, dispute: Stripe.Dispute): void {
  if (isOpen(dispute)) finish(scope, dispute, isInquiry(dispute) ? "warning_closed" : "lost");
}

/** Fact 10: after a win the charge may be refunded, yet it stays disputed. */
export function winDispute(scope: Scope, dispute: Stripe.Dispute): void {
  if (!isOpen(dispute)) return;
  dispute.is_charge_refundable = true;
  const inquiry = isInquiry(dispute);
  if (!inquiry) {
    bookDispute(scope, dispute, true);
    scope.emit("charge.dispute.funds_reinstated", scope.save(dispute));
  }
  finish(scope, dispute, inquiry ? "warning_closed" : "won");
}

function finish(scope: Scope, dispute: Stripe.Dispute, status: Stripe.Dispute.Status): void {
  dispute.status = status;
  scope.emit("charge.dispute.closed", scope.save(dispute));
  scope.emit("charge.updated", findOwn(scope, "charge", idOf(dispute.charge)));
}

const isInquiry = ({ status }: Stripe.Dispute): boolean => status.startsWith("warning_");
const isOpen = ({ status }: Stripe.Dispute): boolean => /needs_response$|under_review$/.test(status);

function requireOpen(dispute: Stripe.Dispute, stage: string): void {
  if (!dispute.status.endsWith(stage)) throw invalid(`This dispute is already closed: ${dispute.status}.`);
}
