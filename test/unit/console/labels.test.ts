import { expect, it } from "vitest";
import {
  ATTENTION_LABELS,
  DELIVERY_LABELS,
  ENDPOINT_LABELS,
  EVENT_LABELS,
  eventText,
  type Label,
  labelOf,
  lineText,
  OUTCOME_LABELS,
  PAYOUT_LABELS,
  SESSION_LABELS,
  verdictLabel,
} from "../../../infra/pages/console/words/labels.ts";
import { SIGNATURE_VERDICTS } from "../../../shared/domain/access/signature-doctor.ts";
import { worded } from "../../../shared/domain/payments/method-words.ts";

/*
 * Everything that the page says of a state, of money above all, with the color that it says it in: written out here,
 * because what is compared with itself can say anything. A new word is a new line.
 */
const TABLES: [string, Record<string, Label>, string][] = [
  [
    "delivery",
    DELIVERY_LABELS,
    `
    none | Not sent | quiet | No endpoint was subscribed to this type.
    pending | Pending | wait | Your endpoint has not accepted the event yet.
    delivered | Delivered | good
    held | Paused | wait | The endpoint is disabled. Enable it to send the event.
    dead | Failed | bad | Eight attempts failed. Fix your server, then resend the event.`,
  ],
  [
    "outcome",
    OUTCOME_LABELS,
    `
    applied | Applied | good | Recorded in the ledger.
    unchanged | No change | good | The ledger already had this.
    not_about_a_payment | No payment | quiet | It is not about a payment.
    not_this_payment | Ignored | bad | It has this payment's ID, but belongs to another payment at the processor.
    unknown_payment | Ignored | bad | The related object was not found.
    unknown_dispute | Ignored | bad | The related object was not found.
    unknown_payout | Ignored | bad | The related object was not found.
    not_understood | Not understood | bad | Its API version is newer than this service supports. The platform was notified.
    out_of_reach | No access | bad | The account was disconnected.
    not_finished | Applying | wait | It is still being recorded.`,
  ],
  [
    "payout",
    PAYOUT_LABELS,
    `
    pending | Pending | wait
    in_transit | In transit | wait
    paid | Paid | good | It arrived. A bank can still return it.
    failed | Failed | bad | The bank returned it. The amount is in a later payout.
    canceled | Canceled | quiet | The amount is in a later payout.`,
  ],
  [
    "attention",
    ATTENTION_LABELS,
    `
    hold_expiring | Authorization expiring | wait | Capture it, or cancel it.
    dispute_response_due | Dispute needs response | bad | Respond or accept it in Stripe. Without a response the money is lost.
    fraud_warning | Fraud warning | bad | Refund it before it is disputed. Resolve it if you know the customer.
    refund_failed | Refund failed | bad | The customer was not refunded. Refund again, or in another way.
    refund_pending | Refund pending | wait | Top up your balance, or ask the customer to follow Stripe's email.
    payout_failed | Payout failed | bad | Correct the bank account in Stripe.
    endpoint_failing | Endpoint failing | bad | Fix your server, then resend the failed events.`,
  ],
  [
    "session",
    SESSION_LABELS,
    `
    offered | Link not used | wait
    live | Active | good
    ended | Ended | quiet
    expired | Expired | quiet`,
  ],
  [
    "verdict",
    Object.fromEntries(SIGNATURE_VERDICTS.map((verdict) => [verdict, verdictLabel(verdict)])),
    `
    valid | Valid | good
    wrong_secret | Wrong secret | bad
    old_secret | Old secret | bad
    timestamp_too_old | Timestamp too old | wait
    timestamp_too_new | Timestamp too new | wait
    body_reserialized | Body reserialized | bad
    header_malformed | Header malformed | bad
    other_scheme_header | Other scheme header | bad
    other_scheme_secret | Other scheme secret | bad`,
  ],
  [
    "endpoint",
    ENDPOINT_LABELS,
    `
    disabled | Disabled | wait | Events are recorded and paused. Enabling sends them within minutes.
    failing | Failing | bad | Recent attempts failed. Fix your server, then resend the failed events.
    retrying | Retrying | wait | Some attempts failed. They are retried.
    enabled | Enabled | good | Events are sent right away.`,
  ],
];

const rowsOf = (table: string): string[] =>
  table
    .trim()
    .split("\n")
    .map((line) => line.trim());

it.each(TABLES)("the page's words about %s say what is so", (_, labels, table) => {
  const said = Object.entries(labels).map(([key, { text, tone, meaning }]) =>
    [key, text, tone, meaning].filter((part) => part !== undefined).join(" | "),
  );
  expect(said).toEqual(rowsOf(table));
});

const EVENTS = `
  payment_intent.succeeded | Succeeded
  payment_intent.processing | Processing
  payment_intent.payment_failed | Declined
  payment_intent.amount_capturable_updated | Authorized
  payment_intent.canceled | Canceled
  payment_intent.requires_action | Waiting for customer
  charge.refunded | Refunded
  charge.dispute.created | Dispute opened
  charge.dispute.updated | Dispute updated
  charge.dispute.funds_withdrawn | Dispute funds withdrawn
  charge.dispute.closed | Dispute closed
  radar.early_fraud_warning.created | Fraud warning
  refund.created | Refund created
  refund.failed | Refund failed
  refund.updated | Refund updated
  account.updated | Account updated
  account.application.deauthorized | Account disconnected
  payout.paid | Payout paid
  payout.failed | Payout failed
  payout.reconciliation_completed | Payout breakdown available
  payment.hold_expiring | Authorization expiring
  payment.updated | Payment updated
  payout.updated | Payout updated
  report.ready | Monthly report ready
  dispute.response_due | Dispute needs response
  callback.test | Test event`;

it("the page says in words what an event tells, and leaves alone what it does not know", () => {
  expect(Object.entries(EVENT_LABELS).map((row) => row.join(" | "))).toEqual(rowsOf(EVENTS));
  expect(eventText("payout.paid")).toBe("Payout paid");
  expect(eventText("toString")).toBeUndefined();
});

it.each([
  ["charge", "Charge"],
  ["refund", "Refund"],
  ["refund_failure", "Refund failure"],
  ["platform_fee_return", "Platform fee refund"],
  ["dispute", "Dispute"],
  ["dispute_reversal", "Dispute reversal"],
  ["fee", "Fee"],
  ["held_back", "Held back"],
  ["adjustment", "Adjustment"],
  ["payout_failure", "Payout failure"],
  ["other_balance", "Other balance"],
  ["other", "Other"],
  ["of_a_later_version", "Of a later version"],
])("a payout's line of the kind %s reads %s", (kind, text) => {
  expect(worded(lineText(kind))).toBe(text);
});

it("a state of a later version is shown as it came, quietly", () => {
  expect(labelOf(PAYOUT_LABELS, "toString")).toEqual({ text: "toString", tone: "quiet" });
});
