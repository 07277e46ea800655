import { expect, it } from "vitest";
import {
  ACCESS_LABELS,
  ATTENTION_LABELS,
  DELIVERY_LABELS,
  EVENT_LABELS,
  errorText,
  eventText,
  KEY_LABELS,
  type Label,
  labelOf,
  lineText,
  OUTCOME_LABELS,
  PAYOUT_LABELS,
  SESSION_LABELS,
  STATUS_LABELS,
  VERDICT_LABELS,
} from "../../../functions/console/page/words/labels.ts";

/*
 * Everything that the page says of a state, of money above all, with the color that it says it in: written out here,
 * because what is compared with itself can say anything. A new word is a new line.
 */
const TABLES: [string, Record<string, Label>, string][] = [
  [
    "status",
    STATUS_LABELS,
    `
    requires_payment_method | Not paid yet | quiet | Waits for the buyer to pay.
    requires_confirmation | Not confirmed | quiet | Waits to be confirmed.
    requires_action | Asks the buyer | wait | The buyer's bank asks for consent.
    processing | Processing | wait | On its way. It can still fail.
    requires_capture | Authorized | wait | The money is held, and waits to be captured.
    succeeded | Succeeded | good | The money was taken.
    partially_refunded | Partly refunded | quiet | Some of it was given back.
    refunded | Refunded | quiet | All of it was given back.
    canceled | Canceled | bad | It was ended, and nothing was taken.`,
  ],
  [
    "delivery",
    DELIVERY_LABELS,
    `
    none | No callback | quiet | There was no endpoint, or this type is not sent.
    pending | On its way | wait | Your server has not accepted it yet.
    delivered | Delivered | good | Your server has accepted it.
    held | Held | wait | It waits until the endpoint is enabled.
    dead | Gave up | bad | Eight attempts failed. It can be sent again.`,
  ],
  [
    "outcome",
    OUTCOME_LABELS,
    `
    applied | Applied | good | The ledger followed it.
    unchanged | Confirmed | good | It said what the ledger knew already.
    not_about_a_payment | Not about a payment | quiet | No payment had to change.
    not_this_payment | Ignored | bad | It carries this payment's id, but belongs to another intent at the processor.
    unknown_payment | Ignored | bad | The ledger has no such payment.
    unknown_dispute | Ignored | bad | The processor does not know the dispute.
    unknown_payout | Ignored | bad | The processor does not know the payout.
    not_understood | Not understood | bad | It is of a later version of the processor's API than ours. An operator has been told.
    out_of_reach | Out of reach | bad | The account has withdrawn our access.
    not_finished | Being applied | wait | The ledger is still at it.`,
  ],
  [
    "payout",
    PAYOUT_LABELS,
    `
    pending | Being made | wait
    in_transit | On its way | wait
    paid | Paid | good | It has arrived. A bank can still return it.
    failed | Failed | bad | It came back; its money is part of a later payout.
    canceled | Canceled | bad | Its money is part of a later payout.`,
  ],
  [
    "attention",
    ATTENTION_LABELS,
    `
    hold_expiring | Hold runs out | wait
    dispute_response_due | Dispute wants an answer | bad
    refund_failed | Refund failed | bad
    refund_pending | Refund waits | wait
    payout_failed | Payout failed | bad
    endpoint_failing | Your server does not answer | bad`,
  ],
  [
    "access",
    ACCESS_LABELS,
    `
    read | Look | quiet | You may look, and change nothing
    manage | Manage | wait | You may look and manage
    setup | Set up | wait | You may look and set the endpoint up
    money | Move money | wait | You may look and move money`,
  ],
  [
    "session",
    SESSION_LABELS,
    `
    offered | Link not used | wait
    live | Open | good
    ended | Ended | quiet
    expired | Expired | quiet`,
  ],
  [
    "key",
    KEY_LABELS,
    `
    live | Live | good
    ended | Ended | quiet`,
  ],
  [
    "verdict",
    VERDICT_LABELS,
    `
    valid | The signature is right | good
    wrong_secret | Another secret | bad
    old_secret | A secret that has ended | bad
    timestamp_too_old | Too old | wait
    timestamp_too_new | From the future | wait
    body_reserialized | The body was changed | bad
    header_malformed | Not a signature of ours | bad
    other_scheme_header | The other header | bad
    other_scheme_secret | The secret in another form | bad`,
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
  payment_intent.succeeded | The buyer has paid
  payment_intent.processing | The payment is being processed
  payment_intent.payment_failed | An attempt to pay has failed
  payment_intent.amount_capturable_updated | The money is held
  payment_intent.canceled | The payment was canceled
  payment_intent.requires_action | The buyer's bank asks for consent
  charge.refunded | Money was given back
  charge.dispute.created | The buyer disputes the payment
  charge.dispute.updated | The dispute has changed
  charge.dispute.funds_withdrawn | The dispute has taken the money
  charge.dispute.closed | The dispute was decided
  charge.updated | The charge was updated
  refund.failed | A refund has failed
  refund.updated | A refund was updated
  account.updated | The account has changed
  account.application.deauthorized | The account has withdrawn our access
  payout.paid | A payout has arrived
  payout.failed | A payout has come back
  payout.reconciliation_completed | A payout can be taken apart
  payment.hold_expiring | The hold runs out
  payment.updated | The payment has changed
  dispute.response_due | The dispute wants an answer
  callback.test | A test event`;

it("the page says in words what an event tells, and leaves alone what it does not know", () => {
  expect(Object.entries(EVENT_LABELS).map((row) => row.join(" | "))).toEqual(rowsOf(EVENTS));
  expect(eventText("payout.paid")).toBe("A payout has arrived");
  expect(eventText("toString")).toBeUndefined();
});

it.each([
  ["charge", "Charge"],
  ["refund", "Refund"],
  ["refund_failure", "Failed refund"],
  ["platform_fee_return", "Returned platform fee"],
  ["dispute", "Dispute"],
  ["dispute_reversal", "Dispute given back"],
  ["fee", "Fee"],
  ["held_back", "Held back or released"],
  ["adjustment", "Adjustment"],
  ["payout_failure", "Failed payout"],
  ["other", "Other"],
  ["of a later version", "of a later version"],
  ["toString", "toString"],
])("a payout's line of the kind %s reads %s", (kind, text) => {
  expect(lineText(kind)).toBe(text);
});

it("a state of a later version is shown as it came, quietly", () => {
  expect(labelOf(STATUS_LABELS, "toString")).toEqual({ text: "toString", tone: "quiet" });
});

it("an error's status is said elsewhere, and an error of a later version is shown as it came", () => {
  expect(errorText("status_500")).toBeUndefined();
  expect(errorText("status_500_or_so")).toBe("status_500_or_so");
  expect(errorText("toString")).toBe("toString");
});
