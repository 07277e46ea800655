import { isReturned } from "../../../../shared/domain/finance/payout-status.ts";
import { worded } from "../../../../shared/domain/payments/method-words.ts";
import type { EventType, Right, Schemas } from "../api/types.ts";
import { own } from "./own.ts";
import { tookText } from "./time.ts";

/** How a chip looks. Its text says the same, so that no color has to be told apart. */
type Tone = "good" | "wait" | "bad" | "quiet" | "busy" | "declined";
/** Without a meaning: the service's own sentence stands beside it, or the word is of a later version. */
export type Label = { text: string; tone: Tone; meaning?: string | undefined };

const labelIn =
  (tone: Tone) =>
  (text: string, meaning?: string): Label => ({ text, tone, meaning });
const good = labelIn("good");
const wait = labelIn("wait");
const bad = labelIn("bad");
const quiet = labelIn("quiet");

/** Of a status alone, as the ledger and the processor have it. */
export const STATUS_MEANINGS: Record<Exclude<Schemas["PaymentStatus"], "partially_refunded">, string> = {
  requires_payment_method: "The customer has not paid yet.",
  requires_confirmation: "The payment was not confirmed yet.",
  requires_action: "The customer has to authenticate.",
  processing: "In progress. It can still fail.",
  requires_capture: "Not paid yet: authorized. Capture it before the authorization expires.",
  succeeded: "Paid: the customer was charged.",
  refunded: "Paid, then refunded in full.",
  canceled: "The customer was not charged.",
};

export const DELIVERY_LABELS: Record<Schemas["EventSummary"]["delivery"], Label> = {
  none: quiet("Not sent", "No endpoint was subscribed to this type."),
  pending: wait("Pending", "Your endpoint has not accepted the event yet."),
  delivered: good("Delivered"),
  held: wait("Paused", "The endpoint is disabled. Enable it to send the event."),
  dead: bad("Failed", "Eight attempts failed. Fix your server, then resend the event."),
};

const FIX = "Fix your server, then resend the failed events.";

/** Of an endpoint. What has failed before does not make it fail now. */
export const ENDPOINT_LABELS = {
  disabled: wait("Disabled", "Events are recorded and paused. Enabling sends them within minutes."),
  failing: bad("Failing", `Recent attempts failed. ${FIX}`),
  retrying: wait("Retrying", "Some attempts failed. They are retried."),
  enabled: good("Enabled", "Events are sent right away."),
};

/** Chips also tell apart what was tried before. */
export const DELIVERY_CHIPS: Record<keyof typeof DELIVERY_LABELS | "retrying", Label> = {
  ...DELIVERY_LABELS,
  retrying: wait("Retrying", "An attempt failed. The event is sent again."),
};

/** Beside a payment, of which it is one fact among others. */
export const WEBHOOK_CHIPS = Object.fromEntries(
  Object.entries(DELIVERY_CHIPS).map(([name, label]) => [
    name,
    { ...label, text: `Webhook ${label.text.toLowerCase()}` },
  ]),
);

export const deliveryOf = (delivery: keyof typeof DELIVERY_LABELS, attempts: number) =>
  delivery === "pending" && attempts > 0 ? "retrying" : delivery;

export const RIGHTS = ["manage", "money", "setup"] as const;

/** What stands behind "Can", in words that say which buttons it has. */
export const RIGHT_TEXTS: Record<Right | "read", string> = {
  read: "view",
  manage: "resend and pause events",
  money: "refund and capture",
  setup: "set up webhooks",
};

/** A set of rights by its name, or a right alone. */
export const accessText = (access: Schemas["ConsoleSession"]["access"]): string =>
  access === "read" ? "Read-only" : worded(own<string>(RIGHT_TEXTS, access) ?? access);

/** Why a payment was declined. */
export const declineText = (code: string): string =>
  code === "generic_decline" ? "No reason given" : worded(code);

export const SESSION_LABELS: Record<Schemas["ConsoleSession"]["state"], Label> = {
  offered: wait("Link not used"),
  live: good("Active"),
  ended: quiet("Ended"),
  expired: quiet("Expired"),
};

/** The processor's list is open. */
export const PAYOUT_LABELS: Record<string, Label> = {
  pending: wait("Pending"),
  in_transit: wait("In transit"),
  paid: good("Paid", "It arrived. A bank can still return it."),
  failed: bad("Failed", "The bank returned it. The amount is in a later payout."),
  canceled: quiet("Canceled", "The amount is in a later payout."),
};

/** What stands before the day of its arrival. */
export const arrivalText = (status: string): string =>
  isReturned(status) ? "Was due" : status === "paid" ? "Arrived" : "Arrives";

/** The processor's words, of which the list is open. */
export const DISPUTE_LABELS: Record<string, Label> = {
  needs_response: bad("Needs response"),
  under_review: wait("Under review"),
  won: good("Won"),
  lost: bad("Lost"),
  warning_needs_response: wait("Inquiry"),
  warning_under_review: wait("Inquiry in review"),
  warning_closed: quiet("Inquiry closed"),
  prevented: quiet("Prevented"),
};

/** Of the merchant's account at the processor. */
export const ONBOARDING_LABELS: Record<Schemas["OnboardingStatus"], Label> = {
  not_started: quiet("Not started", "There is no Stripe account yet. The platform creates it."),
  pending: wait("Pending", "Stripe needs more information before you can accept payments."),
  charges_only: wait("No payouts", "You can accept payments. Stripe needs more before it pays out."),
  enabled: good("Enabled", "You can accept payments and receive payouts."),
  restricted: bad("Restricted", "Stripe needs information, or is reviewing the account."),
};

/** In which order kinds of balance lines are shown; last what is not known here. */
const LINES: string[] = [
  "charge",
  "refund",
  "refund_failure",
  "platform_fee_return",
  "dispute",
  "dispute_reversal",
  "fee",
  "held_back",
  "adjustment",
  "payout_failure",
  "other_balance",
  "other",
] satisfies Schemas["PayoutLine"]["kind"][];

/** One word for what comes back: a fee is refunded, too. */
export const lineText = (kind: string): string =>
  kind.replace("fee_return", "fee_refund").replaceAll("_", " ");

export const placeOfLine = (kind: string): number =>
  LINES.includes(kind) ? LINES.indexOf(kind) : LINES.length;

/** Their meanings are the next step, as buttons and links of the console offer it. */
export const ATTENTION_LABELS: Record<Schemas["Attention"]["kind"], Label> = {
  hold_expiring: wait("Authorization expiring", "Capture it, or cancel it."),
  dispute_response_due: bad(
    "Dispute needs response",
    "Respond or accept it in Stripe. Without a response the money is lost.",
  ),
  fraud_warning: bad(
    "Fraud warning",
    "Refund it before it is disputed. Resolve it if you know the customer.",
  ),
  refund_failed: bad("Refund failed", "The customer was not refunded. Refund again, or in another way."),
  refund_pending: wait(
    "Refund pending",
    "Top up your balance, or ask the customer to follow Stripe's email.",
  ),
  payout_failed: bad("Payout failed", "Correct the bank account in Stripe."),
  endpoint_failing: bad("Endpoint failing", FIX),
};

type Outcome = Schemas["TimelineProcessorEvent"]["applied"];

const UNKNOWN = bad("Ignored", "The related object was not found.");

export const OUTCOME_LABELS: Record<Outcome, Label> = {
  applied: good("Applied", "Recorded in the ledger."),
  unchanged: good("No change", "The ledger already had this."),
  not_about_a_payment: quiet("No payment", "It is not about a payment."),
  not_this_payment: bad(
    "Ignored",
    "It has this payment's ID, but belongs to another payment at the processor.",
  ),
  unknown_payment: UNKNOWN,
  unknown_dispute: UNKNOWN,
  unknown_payout: UNKNOWN,
  not_understood: bad(
    "Not understood",
    "Its API version is newer than this service supports. The platform was notified.",
  ),
  out_of_reach: bad("No access", "The account was disconnected."),
  not_finished: wait("Applying", "It is still being recorded."),
};

/** A verdict is its own words: wrong_secret. */
export const verdictLabel = (verdict: Schemas["Diagnosis"]["verdict"]): Label =>
  (verdict === "valid" ? good : verdict.startsWith("timestamp") ? wait : bad)(worded(verdict));

export const EVENT_LABELS: Record<EventType, string> = {
  "payment_intent.succeeded": "Succeeded",
  "payment_intent.processing": "Processing",
  "payment_intent.payment_failed": "Declined",
  "payment_intent.amount_capturable_updated": "Authorized",
  "payment_intent.canceled": "Canceled",
  "payment_intent.requires_action": "Waiting for customer",
  "charge.refunded": "Refunded",
  "charge.dispute.created": "Dispute opened",
  "charge.dispute.updated": "Dispute updated",
  "charge.dispute.funds_withdrawn": "Dispute funds withdrawn",
  "charge.dispute.closed": "Dispute closed",
  "radar.early_fraud_warning.created": "Fraud warning",
  "refund.created": "Refund created",
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
  "report.ready": "Monthly report ready",
  "dispute.response_due": "Dispute needs response",
  "callback.test": "Test event",
};

export const eventText = (type: string): string | undefined => own(EVENT_LABELS, type);

/** What a later version of the service says is shown as it came. */
export const labelOf = (labels: Record<string, Label>, key: string): Label => own(labels, key) ?? quiet(key);

type Response = { status: number | null; error: string | null; milliseconds: number };

/** What came back of an attempt, or why nothing did. */
export const responseText = ({ status, error, milliseconds }: Response): string =>
  error?.startsWith("paused:")
    ? "Not sent: the endpoint does not respond, and another event is trying it"
    : `${status === null ? `${own(ERRORS, error ?? "") ?? error} after` : `HTTP ${status} in`} ${tookText(milliseconds)}`;

const ERRORS = {
  timeout: "Timed out",
  econnrefused: "Connection rejected",
  econnreset: "Connection closed",
  enotfound: "Host not found",
  network_error: "Network error",
};
