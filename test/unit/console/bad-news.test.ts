import { expect, it, vi } from "vitest";
import {
  disputeText,
  troubleOf,
  whyNotPaid,
} from "../../../infra/pages/console/screens/payments/bad-news.ts";
import type { components } from "../../../shared/client/generated/contract.ts";
import { eventWith, paymentWith } from "../../support/console-answers.ts";

/** What the page says first of a payment that something went wrong with. Amounts are in the reader's own language. */

type Schemas = components["schemas"];

const secondsFromNow = (seconds: number): string => new Date(Date.now() + seconds * 1000).toISOString();

const dispute = (status: string, given: Partial<Schemas["PaymentDispute"]> = {}) => ({
  disputeId: "du_1",
  status,
  reason: "fraudulent",
  amountCents: 700,
  dueBy: null,
  ...given,
});

const event = (type: string, given: Parameters<typeof eventWith>[0] = {}) => eventWith({ type, ...given });

it.each([
  ["lost", /^Dispute lost: \D*7[.,]00\D* was withdrawn$/],
  ["won", /^Dispute won: \D*7[.,]00\D* was returned to you$/],
  ["warning_closed", /^Inquiry closed: nothing was withdrawn$/],
  ["needs_response", /^Disputed: deadline passed$/],
  ["warning_needs_response", /^Disputed: deadline passed$/],
  ["under_review", /^Disputed: under review$/],
])("a dispute that is %s is told as what it has done to the money", (status, words) => {
  expect(disputeText(dispute(status), "usd", false)).toMatch(words);
});

it("a dispute that can be answered says until which hour, in UTC where the reader wants it", () => {
  const due = dispute("needs_response", { dueBy: "2024-07-10T23:59:59.000Z" });
  expect(disputeText(due, "usd", true)).toMatch(/^Disputed: respond by Jul 10, 2024, 11:59.PM.UTC$/);
});

it("a deadline at a day's end in UTC is told as the hour of the next morning east of it", async () => {
  vi.stubEnv("TZ", "Europe/Berlin");
  vi.resetModules();
  try {
    const { disputeText } = await import("../../../infra/pages/console/screens/payments/bad-news.ts");
    const due = dispute("needs_response", { dueBy: "2024-07-10T23:59:59.000Z" });
    expect(disputeText(due, "usd", false)).toMatch(/^Disputed: respond by Jul 11, 2024, 1:59.AM$/);
  } finally {
    vi.unstubAllEnvs();
  }
});

it("several disputes are told by the one that wants an answer, and else by the last one", () => {
  const due = dispute("needs_response", { dueBy: "2026-07-10T12:00:00.000Z" });
  expect(troubleOf(paymentWith({ disputes: [due, dispute("won")] }), false)).toMatch(/respond by/);
  expect(troubleOf(paymentWith({ disputes: [dispute("lost"), dispute("won")] }), false)).toMatch(
    /^Dispute won/,
  );
});

it("a failed refund is trouble until all was given back, and less than a dispute", () => {
  const failedRefunds = [
    { refundId: "re_1", amountCents: 300, failureReason: null },
    { refundId: "re_2", amountCents: 700, failureReason: null },
  ];
  expect(troubleOf(paymentWith({ failedRefunds }), false)).toMatch(
    /^A refund of \D*7[.,]00\D* failed: the customer has not received it$/,
  );
  expect(troubleOf(paymentWith({ failedRefunds, status: "refunded" }), false)).toBeUndefined();
  expect(troubleOf(paymentWith({ failedRefunds, disputes: [dispute("won")] }), false)).toMatch(
    /^Dispute won/,
  );
  expect(troubleOf(paymentWith({}), false)).toBeUndefined();
});

const FAILED = "payment_intent.payment_failed";
const unpaid = paymentWith({ status: "requires_payment_method" });

it.each([
  ["nobody has tried", [], "No payment attempt yet."],
  ["only something else was heard", [event("payment_intent.requires_action")], "No payment attempt yet."],
  [
    "the card was declined",
    [event(FAILED, { declineCode: "insufficient_funds" })],
    "Declined, insufficient funds. Nothing was charged. Ask for another card.",
  ],
  [
    "it was declined for another reason the second time",
    [event(FAILED, { declineCode: "insufficient_funds" }), event(FAILED, { declineCode: "expired_card" })],
    "Declined, expired card. Nothing was charged. Ask for another card.",
  ],
  [
    "no reason was given",
    [event(FAILED)],
    "Declined, no reason given. Nothing was charged. Ask for another card.",
  ],
  [
    "a bank debit failed",
    [event("payment_intent.processing"), event(FAILED, { declineCode: "debit_not_authorized" })],
    "The bank debit failed, debit not authorized. Nothing was charged. The customer needs another payment method.",
  ],
] as const)("a payment is not paid because %s", (_, timeline, words) => {
  expect(whyNotPaid(unpaid, [...timeline], "Ask for another card.")).toBe(words);
});

it("a hold that ran out is told as one, whether the processor has let it go yet or not", () => {
  const over = paymentWith({ status: "requires_capture", captureBefore: secondsFromNow(-1) });
  expect(whyNotPaid(over, [])).toBe(
    "The capture deadline has passed: the hold is released, or will be soon.",
  );
  const canceled = event("payment_intent.canceled", { cancellationReason: "expired" });
  expect(whyNotPaid(paymentWith({ status: "canceled" }), [canceled])).toBe(
    "Authorization expired: it was not captured in time.",
  );
  expect(whyNotPaid(paymentWith({ status: "canceled" }), [event("payment_intent.canceled")])).toBeUndefined();
  expect(whyNotPaid(paymentWith({}), [event(FAILED)])).toBeUndefined();
});
