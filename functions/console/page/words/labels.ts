import { HEADLINES } from "../../../../shared/domain/payments/headline.ts";
import type { EventType, Schemas } from "../api/types.ts";

/** How a chip looks. Its text says the same, so that no color has to be told apart. */
type Tone = "good" | "wait" | "bad" | "quiet" | "busy" | "declined";
/** Without a meaning: the service's own sentence stands beside it, or the word is of a later version. */
export type Label = { text: string; tone: Tone; meaning?: string };

/** Of a status alone, as the ledger and the processor have it. A payment as a whole is shown by its headline. */
export const STATUS_LABELS: Record<Schemas["PaymentStatus"], Label> = {
  requires_payment_method: {
    ...HEADLINES.requires_payment_method,
    meaning: "The customer has not paid yet.",
  },
  requires_confirmation: {
    ...HEADLINES.requires_confirmation,
    meaning: "The payment was not confirmed yet.",
  },
  requires_action: { ...HEADLINES.requires_action, meaning: "The customer has to authenticate." },
  processing: { ...HEADLINES.processing, meaning: "In progress. It can still fail." },
  requires_capture: {
    ...HEADLINES.requires_capture,
    meaning: "Authorized. Capture it before the authorization expires.",
  },
  succeeded: { ...HEADLINES.succeeded, meaning: "The customer was charged." },
  partially_refunded: { ...HEADLINES.partially_refunded, meaning: "Part of it was refunded." },
  refunded: { ...HEADLINES.refunded, meaning: "All of it was refunded." },
  canceled: { ...HEADLINES.canceled, meaning: "The customer was not charged." },
};

export const DELIVERY_LABELS: Record<Schemas["EventSummary"]["delivery"], Label> = {
  none: { text: "Not sent", tone: "quiet", meaning: "No endpoint was subscribed to this type." },
  pending: { text: "Pending", tone: "wait", meaning: "Your endpoint has not accepted it yet." },
  delivered: { text: "Delivered", tone: "good", meaning: "Your endpoint accepted it." },
  held: { text: "Paused", tone: "wait", meaning: "The endpoint is disabled. Enable it to send the event." },
  dead: { text: "Failed", tone: "bad", meaning: "Eight attempts failed. You can resend it." },
};

/** Chips also tell apart what was tried before. */
export const DELIVERY_CHIPS: Record<keyof typeof DELIVERY_LABELS | "retrying", Label> = {
  ...DELIVERY_LABELS,
  retrying: { text: "Retrying", tone: "wait", meaning: "An attempt failed. The event is sent again." },
};

/** Beside a payment, of which it is one fact among others. */
export const WEBHOOK_CHIPS: Record<string, Label> = {
  retrying: { ...DELIVERY_CHIPS.retrying, text: "Webhook retrying" },
  held: { ...DELIVERY_LABELS.held, text: "Webhook paused" },
  dead: { ...DELIVERY_LABELS.dead, text: "Webhook failed" },
  pending: { ...DELIVERY_LABELS.pending, text: "Webhook pending" },
  delivered: { ...DELIVERY_LABELS.delivered, text: "Webhook delivered" },
};

export const deliveryOf = (delivery: keyof typeof DELIVERY_LABELS, attempts: number) =>
  delivery === "pending" && attempts > 0 ? "retrying" : delivery;

export const ACCESS_LABELS: Record<Schemas["ConsoleSession"]["access"], string> = {
  read: "View",
  manage: "Operate",
  setup: "Setup",
  money: "Money",
  finance: "Finance",
  support: "Support",
  developer: "Developer",
  owner: "Owner",
};

export const SESSION_LABELS: Record<Schemas["ConsoleSession"]["state"], Label> = {
  offered: { text: "Link not used", tone: "wait" },
  live: { text: "Active", tone: "good" },
  ended: { text: "Ended", tone: "quiet" },
  expired: { text: "Expired", tone: "quiet" },
};

/** The processor's list is open. */
export const PAYOUT_LABELS: Record<string, Label> = {
  pending: { text: "Pending", tone: "wait" },
  in_transit: { text: "In transit", tone: "wait" },
  paid: { text: "Paid", tone: "good", meaning: "It arrived. A bank can still return it." },
  failed: { text: "Failed", tone: "bad", meaning: "The bank returned it. The amount is in a later payout." },
  canceled: { text: "Canceled", tone: "quiet", meaning: "The amount is in a later payout." },
};

/** The processor's words, of which the list is open. */
export const DISPUTE_LABELS: Record<string, Label> = {
  needs_response: { text: "Needs response", tone: "bad" },
  under_review: { text: "Under review", tone: "wait" },
  won: { text: "Won", tone: "good" },
  lost: { text: "Lost", tone: "bad" },
  warning_needs_response: { text: "Inquiry", tone: "wait" },
  warning_under_review: { text: "Inquiry in review", tone: "wait" },
  warning_closed: { text: "Inquiry closed", tone: "quiet" },
  prevented: { text: "Prevented", tone: "quiet" },
};

const LINES: Record<Schemas["PayoutLine"]["kind"], string> = {
  charge: "Charge",
  refund: "Refund",
  refund_failure: "Failed refund",
  platform_fee_return: "Returned platform fee",
  dispute: "Dispute",
  dispute_reversal: "Dispute reversal",
  fee: "Fee",
  held_back: "Reserve",
  adjustment: "Adjustment",
  payout_failure: "Failed payout",
  other_balance: "On another balance",
  other: "Other",
};

/** In which order kinds are shown: as above, and last what is not known here. */
export function placeOfLine(kind: string): number {
  const place = Object.keys(LINES).indexOf(kind);
  return place < 0 ? Number.POSITIVE_INFINITY : place;
}

export const lineText = (kind: string): string =>
  Object.hasOwn(LINES, kind) ? LINES[kind as keyof typeof LINES] : kind;

export const KEY_LABELS: Record<"live" | "ended", Label> = {
  live: { text: "Live", tone: "good" },
  ended: { text: "Ended", tone: "quiet" },
};

/** Their meanings are the next step, as buttons and links of the console offer it. */
export const ATTENTION_LABELS: Record<Schemas["Attention"]["kind"], Label> = {
  hold_expiring: { text: "Authorization expiring", tone: "wait", meaning: "Capture it, or cancel it." },
  dispute_response_due: {
    text: "Dispute needs response",
    tone: "bad",
    meaning: "Respond or accept it in Stripe. Without a response the money is lost.",
  },
  fraud_warning: {
    text: "Fraud warning",
    tone: "bad",
    meaning: "Refund it before it is disputed. Resolve it if you know the customer.",
  },
  refund_failed: {
    text: "Refund failed",
    tone: "bad",
    meaning: "The customer was not refunded. Refund again, or in another way.",
  },
  refund_pending: {
    text: "Refund pending",
    tone: "wait",
    meaning: "Top up your balance, or ask the customer to follow Stripe's email.",
  },
  payout_failed: { text: "Payout failed", tone: "bad", meaning: "Correct the bank account in Stripe." },
  endpoint_failing: {
    text: "Endpoint failing",
    tone: "bad",
    meaning: "Fix the endpoint, then resend the failed events.",
  },
};

type Outcome = Schemas["TimelineProcessorEvent"]["applied"];

export const OUTCOME_LABELS: Record<Outcome, Label> = {
  applied: { text: "Applied", tone: "good", meaning: "Recorded in the ledger." },
  unchanged: { text: "No change", tone: "good", meaning: "The ledger already had this." },
  not_about_a_payment: { text: "No payment", tone: "quiet", meaning: "It is not about a payment." },
  not_this_payment: {
    text: "Ignored",
    tone: "bad",
    meaning: "It has this payment's ID, but belongs to another payment at the processor.",
  },
  unknown_payment: { text: "Ignored", tone: "bad", meaning: "The ledger has no such payment." },
  unknown_dispute: { text: "Ignored", tone: "bad", meaning: "The processor has no such dispute." },
  unknown_payout: { text: "Ignored", tone: "bad", meaning: "The processor has no such payout." },
  not_understood: {
    text: "Not understood",
    tone: "bad",
    meaning: "Its API version is newer than this service supports. The platform was notified.",
  },
  out_of_reach: { text: "No access", tone: "bad", meaning: "The account was disconnected." },
  not_finished: { text: "Applying", tone: "wait", meaning: "It is still being recorded." },
};

export const VERDICT_LABELS: Record<Schemas["Diagnosis"]["verdict"], Label> = {
  valid: { text: "Valid signature", tone: "good" },
  wrong_secret: { text: "Wrong secret", tone: "bad" },
  old_secret: { text: "Expired secret", tone: "bad" },
  timestamp_too_old: { text: "Timestamp too old", tone: "wait" },
  timestamp_too_new: { text: "Timestamp in the future", tone: "wait" },
  body_reserialized: { text: "Body was changed", tone: "bad" },
  header_malformed: { text: "Malformed header", tone: "bad" },
  other_scheme_header: { text: "Wrong header", tone: "bad" },
  other_scheme_secret: { text: "Wrong secret format", tone: "bad" },
};

export const EVENT_LABELS: Record<EventType, string> = {
  "payment_intent.succeeded": "Succeeded",
  "payment_intent.processing": "Processing",
  "payment_intent.payment_failed": "Declined",
  "payment_intent.amount_capturable_updated": "Authorized",
  "payment_intent.canceled": "Canceled",
  "payment_intent.requires_action": "Requires action",
  "charge.refunded": "Refunded",
  "charge.dispute.created": "Dispute opened",
  "charge.dispute.updated": "Dispute updated",
  "charge.dispute.funds_withdrawn": "Dispute funds withdrawn",
  "charge.dispute.closed": "Dispute closed",
  "radar.early_fraud_warning.created": "Fraud warning",
  "refund.failed": "Refund failed",
  "refund.updated": "Refund updated",
  "account.updated": "Account updated",
  "account.application.deauthorized": "Account disconnected",
  "payout.paid": "Payout paid",
  "payout.failed": "Payout failed",
  "payout.reconciliation_completed": "Payout breakdown available",
  "payment.hold_expiring": "Authorization expiring",
  "payment.updated": "Payment updated",
  "payout.updated": "Payout updated",
  "dispute.response_due": "Dispute needs response",
  "callback.test": "Test event",
};

export const eventText = (type: string): string | undefined =>
  Object.hasOwn(EVENT_LABELS, type) ? EVENT_LABELS[type as EventType] : undefined;

/** What a later version of the service says is shown as it came. */
export const labelOf = <Key extends string>(labels: Record<Key, Label>, key: string): Label =>
  Object.hasOwn(labels, key) ? labels[key as Key] : { text: key, tone: "quiet" };

/** Why an attempt failed, in words; undefined where the status says it. */
export function errorText(error: string): string | undefined {
  if (/^status_\d+$/.test(error)) return undefined;
  return Object.hasOwn(ERRORS, error) ? ERRORS[error as keyof typeof ERRORS] : error;
}

const ERRORS = {
  timeout: "No response in time.",
  econnrefused: "Connection refused.",
  econnreset: "Connection closed without a response.",
  enotfound: "Host name not found.",
  network_error: "Network error.",
};
