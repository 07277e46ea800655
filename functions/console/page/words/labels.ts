import type { EventType, Schemas } from "../api/types.ts";

/** How a chip looks. Its text says the same, so that no color has to be told apart. */
type Tone = "good" | "wait" | "bad" | "quiet";
/** Without a meaning: the service's own sentence stands beside it, or the word is of a later version. */
export type Label = { text: string; tone: Tone; meaning?: string };

export const STATUS_LABELS: Record<Schemas["PaymentStatus"], Label> = {
  requires_payment_method: { text: "Not paid yet", tone: "quiet", meaning: "Waits for the buyer to pay." },
  requires_confirmation: { text: "Not confirmed", tone: "quiet", meaning: "Waits to be confirmed." },
  requires_action: { text: "Asks the buyer", tone: "wait", meaning: "The buyer's bank asks for consent." },
  processing: { text: "Processing", tone: "wait", meaning: "On its way. It can still fail." },
  requires_capture: {
    text: "Authorized",
    tone: "wait",
    meaning: "The money is held, and waits to be captured.",
  },
  succeeded: { text: "Succeeded", tone: "good", meaning: "The money was taken." },
  partially_refunded: { text: "Partly refunded", tone: "quiet", meaning: "Some of it was given back." },
  refunded: { text: "Refunded", tone: "quiet", meaning: "All of it was given back." },
  canceled: { text: "Canceled", tone: "bad", meaning: "It was ended, and nothing was taken." },
};

export const DELIVERY_LABELS: Record<Schemas["EventSummary"]["delivery"], Label> = {
  none: { text: "No callback", tone: "quiet", meaning: "There was no endpoint, or this type is not sent." },
  pending: { text: "On its way", tone: "wait", meaning: "Your server has not accepted it yet." },
  delivered: { text: "Delivered", tone: "good", meaning: "Your server has accepted it." },
  held: { text: "Held", tone: "wait", meaning: "It waits until the endpoint is enabled." },
  dead: { text: "Gave up", tone: "bad", meaning: "Eight attempts failed. It can be sent again." },
};

export const ACCESS_LABELS: Record<Schemas["ConsoleSession"]["access"], Label> = {
  read: { text: "Look", tone: "quiet", meaning: "You may look, and change nothing" },
  manage: { text: "Manage", tone: "wait", meaning: "You may look and manage" },
  setup: { text: "Set up", tone: "wait", meaning: "You may look and set the endpoint up" },
  money: { text: "Move money", tone: "wait", meaning: "You may look and move money" },
};

export const SESSION_LABELS: Record<Schemas["ConsoleSession"]["state"], Label> = {
  offered: { text: "Link not used", tone: "wait" },
  live: { text: "Open", tone: "good" },
  ended: { text: "Ended", tone: "quiet" },
  expired: { text: "Expired", tone: "quiet" },
};

/** The processor's list is open. */
export const PAYOUT_LABELS: Record<string, Label> = {
  pending: { text: "Being made", tone: "wait" },
  in_transit: { text: "On its way", tone: "wait" },
  paid: { text: "Paid", tone: "good", meaning: "It has arrived. A bank can still return it." },
  failed: { text: "Failed", tone: "bad", meaning: "It came back; its money is part of a later payout." },
  canceled: { text: "Canceled", tone: "bad", meaning: "Its money is part of a later payout." },
};

const LINES: Record<Schemas["PayoutLine"]["kind"], string> = {
  charge: "Charge",
  refund: "Refund",
  refund_failure: "Failed refund",
  platform_fee_return: "Returned platform fee",
  dispute: "Dispute",
  dispute_reversal: "Dispute given back",
  fee: "Fee",
  held_back: "Held back or released",
  adjustment: "Adjustment",
  payout_failure: "Failed payout",
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

export const ATTENTION_LABELS: Record<Schemas["Attention"]["kind"], Label> = {
  hold_expiring: { text: "Hold runs out", tone: "wait" },
  dispute_response_due: { text: "Dispute wants an answer", tone: "bad" },
  refund_failed: { text: "Refund failed", tone: "bad" },
  refund_pending: { text: "Refund waits", tone: "wait" },
  payout_failed: { text: "Payout failed", tone: "bad" },
  endpoint_failing: { text: "Your server does not answer", tone: "bad" },
};

type Outcome = Schemas["TimelineProcessorEvent"]["applied"];

export const OUTCOME_LABELS: Record<Outcome, Label> = {
  applied: { text: "Applied", tone: "good", meaning: "The ledger followed it." },
  unchanged: { text: "Confirmed", tone: "good", meaning: "It said what the ledger knew already." },
  not_about_a_payment: { text: "Not about a payment", tone: "quiet", meaning: "No payment had to change." },
  not_this_payment: {
    text: "Ignored",
    tone: "bad",
    meaning: "It carries this payment's id, but belongs to another intent at the processor.",
  },
  unknown_payment: { text: "Ignored", tone: "bad", meaning: "The ledger has no such payment." },
  unknown_dispute: { text: "Ignored", tone: "bad", meaning: "The processor does not know the dispute." },
  unknown_payout: { text: "Ignored", tone: "bad", meaning: "The processor does not know the payout." },
  not_understood: {
    text: "Not understood",
    tone: "bad",
    meaning: "It is of a later version of the processor's API than ours. An operator has been told.",
  },
  out_of_reach: { text: "Out of reach", tone: "bad", meaning: "The account has withdrawn our access." },
  not_finished: { text: "Being applied", tone: "wait", meaning: "The ledger is still at it." },
};

export const VERDICT_LABELS: Record<Schemas["Diagnosis"]["verdict"], Label> = {
  valid: { text: "The signature is right", tone: "good" },
  wrong_secret: { text: "Another secret", tone: "bad" },
  old_secret: { text: "A secret that has ended", tone: "bad" },
  timestamp_too_old: { text: "Too old", tone: "wait" },
  timestamp_too_new: { text: "From the future", tone: "wait" },
  body_reserialized: { text: "The body was changed", tone: "bad" },
  header_malformed: { text: "Not a signature of ours", tone: "bad" },
  other_scheme_header: { text: "The other header", tone: "bad" },
  other_scheme_secret: { text: "The secret in another form", tone: "bad" },
};

/** What an event tells, in words. */
export const EVENT_LABELS: Record<EventType, string> = {
  "payment_intent.succeeded": "The buyer has paid",
  "payment_intent.processing": "The payment is being processed",
  "payment_intent.payment_failed": "An attempt to pay has failed",
  "payment_intent.amount_capturable_updated": "The money is held",
  "payment_intent.canceled": "The payment was canceled",
  "payment_intent.requires_action": "The buyer's bank asks for consent",
  "charge.refunded": "Money was given back",
  "charge.dispute.created": "The buyer disputes the payment",
  "charge.dispute.updated": "The dispute has changed",
  "charge.dispute.funds_withdrawn": "The dispute has taken the money",
  "charge.dispute.closed": "The dispute was decided",
  "charge.updated": "The charge was updated",
  "refund.failed": "A refund has failed",
  "refund.updated": "A refund was updated",
  "account.updated": "The account has changed",
  "account.application.deauthorized": "The account has withdrawn our access",
  "payout.paid": "A payout has arrived",
  "payout.failed": "A payout has come back",
  "payout.reconciliation_completed": "A payout can be taken apart",
  "payment.hold_expiring": "The hold runs out",
  "payment.updated": "The payment has changed",
  "dispute.response_due": "The dispute wants an answer",
  "callback.test": "A test event",
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
  timeout: "It did not answer in time.",
  econnrefused: "The connection was refused: nothing listens there.",
  econnreset: "The connection broke off.",
  enotfound: "There is no such host name.",
  network_error: "The network failed.",
};
