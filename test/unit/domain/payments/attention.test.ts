import { describe, expect, it } from "vitest";
import {
  ATTENTION_KINDS,
  adviceFor,
  afterDeadline,
  CLOSED_TTL_SECONDS,
  DISPUTE_TTL_SECONDS,
  disputeNoticeAt,
  holdNoticeAt,
  isAnswerable,
  isNothingLeft,
  isShownNoMore,
  judgeRefund,
  lostVisitAt,
  noticeAt,
  payoutVisitAt,
} from "../../../../shared/domain/payments/attention.ts";

/* When a person is told, and for how long: written out here, not taken from the code. */

const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;
const AT = Date.UTC(2026, 0, 5, 12);

it.each([
  ["a day before it ends, of a hold of a week", 7 * DAY_MS, 6 * DAY_MS],
  ["a day before it ends, of a hold of two days", 2 * DAY_MS, DAY_MS],
  ["when half of it is over, of a shorter one", 30 * HOUR_MS, 15 * HOUR_MS],
  ["at its end, of a hold that has run out", 0, 0],
  ["at its end, of a hold that ran out an hour ago", -HOUR_MS, -HOUR_MS],
])("a hold is told of %s", (_, lastsMs, toldAfterMs) => {
  expect(holdNoticeAt(AT + lastsMs, AT) - AT).toBe(toldAfterMs);
});

it("a dispute is reminded of three days before its deadline, and looked at five minutes after it", () => {
  expect(disputeNoticeAt(AT)).toBe(AT - 72 * HOUR_MS);
  expect(afterDeadline(AT)).toBe(AT + 300_000);
});

it("a deadline is told of by its kind: a hold a day before its end, and a dispute three days before", () => {
  const deadline = { dueBy: AT + 7 * DAY_MS, since: AT };
  expect(noticeAt({ kind: "hold_expiring", ...deadline })).toBe(AT + 6 * DAY_MS);
  expect(noticeAt({ kind: "dispute_response_due", ...deadline })).toBe(AT + 4 * DAY_MS);
});

it.each([
  ["everything", 1000, true],
  ["all but a cent", 999, false],
])("a failed refund can be made good no more where %s was given back", (_, refundedCents, is) => {
  expect(isNothingLeft({ amountCents: 1000, refundedCents })).toBe(is);
});

it.each([
  ["needs_response", AT, true],
  ["warning_needs_response", AT, true],
  ["needs_response", undefined, false],
  ["needs_response", 0, false],
  ["under_review", AT, false],
  ["won", AT, false],
  ["lost", AT, false],
  ["warning_closed", AT, false],
])("a dispute that is %s with the deadline %s wants an answer: %s", (status, dueBy, is) => {
  expect(isAnswerable({ status, dueBy })).toBe(is);
});

it.each([
  ["six hours later, where its deadline is days away", "dispute_response_due", 3 * DAY_MS, 6 * HOUR_MS],
  ["when half of the time is over, where that is less", "hold_expiring", HOUR_MS, HOUR_MS / 2],
  ["at its deadline, where that is minutes away", "hold_expiring", 600_000 - 1, 600_000 - 1],
  ["five minutes later, where it is ten minutes away", "hold_expiring", 600_000, 300_000],
  ["never, once its deadline is over", "hold_expiring", 0, undefined],
  ["never, where it has none, as a dispute that was decided", "dispute_response_due", undefined, undefined],
] as const)("what needs a person of an account out of reach is looked at %s", (_, kind, leftMs, waitMs) => {
  const item = { kind, since: AT - DAY_MS, ...(leftMs !== undefined && { dueBy: AT + leftMs }) };
  expect(lostVisitAt(item, AT)).toBe(waitMs === undefined ? undefined : AT + waitMs);
});

it("a refund on its way of an account out of reach is looked at daily until it is thirty days old", () => {
  const refund = { kind: "refund_pending", since: AT } as const;
  expect(lostVisitAt(refund, AT + 30 * DAY_MS - 1)).toBe(AT + 31 * DAY_MS - 1);
  expect(lostVisitAt(refund, AT + 30 * DAY_MS)).toBeUndefined();
});

describe("a refund", () => {
  const judged = (
    refund: { status: string; pendingReason?: string; failureReason?: string; replaces?: string },
    afterMs = DAY_MS,
  ) => judgeRefund({ pendingReason: null, failureReason: null, createdAt: AT, ...refund }, AT + afterMs);

  const FAILED = { kind: "refund_failed", isShown: true, visitAt: AT + 31 * DAY_MS };
  const WAITS = { kind: "refund_pending", isShown: true, visitAt: AT + 2 * DAY_MS };

  it.each([
    ["succeeded", { status: "succeeded" }, { kind: "settled" }],
    [
      "the merchant called off",
      { status: "canceled", failureReason: "merchant_request" },
      { kind: "settled" },
    ],
    ["failed", { status: "failed" }, FAILED],
    ["was called off by nobody's wish", { status: "canceled" }, FAILED],
    [
      "was called off for its buyer",
      { status: "canceled", failureReason: "expired_or_canceled_card" },
      FAILED,
    ],
    [
      "the merchant called off, and that should have replaced one that failed",
      { status: "canceled", failureReason: "merchant_request", replaces: "re_1" },
      FAILED,
    ],
    ["waits for its buyer", { status: "requires_action" }, WAITS],
    ["waits for money", { status: "pending", pendingReason: "insufficient_funds" }, WAITS],
  ])(
    "a refund that %s is settled, shown for thirty days, or shown and looked at daily",
    (_, refund, judgement) => {
      expect(judged(refund)).toEqual(judgement);
    },
  );

  it.each([
    ["not shown, and looked at when ten days are over", 10 * DAY_MS - 1, false, 10 * DAY_MS],
    ["shown when ten days are over, and looked at daily", 10 * DAY_MS, true, 11 * DAY_MS],
  ])("a refund that is on its way at a bank is %s", (_, afterMs, isShown, looksAfterMs) => {
    const verdict = judged({ status: "pending", pendingReason: "processing" }, afterMs);
    expect(verdict).toEqual({ kind: "refund_pending", isShown, visitAt: AT + looksAfterMs });
  });
});

it("a closed item stays for thirty days, and a dispute for four hundred", () => {
  expect(CLOSED_TTL_SECONDS).toBe(30 * 24 * 3600);
  expect(DISPUTE_TTL_SECONDS).toBe(400 * 24 * 3600);
});

/** What a person must do, in one word each of the advice. */
const KEY_WORDS: [(typeof ATTENTION_KINDS)[number], RegExp][] = [
  ["hold_expiring", /^The hold is released when it expires\. Capture the payment .+ Otherwise cancel it\.$/],
  ["dispute_response_due", /^Respond with evidence .+ If you do not respond in time, the money is lost\.$/],
  ["fraud_warning", /^The card's bank suspects fraud\. Refund the payment .+ resolve this instead/],
  [
    "refund_failed",
    /^The money is back in your balance, .+ in replaces, .+\/resolve\. .+ at a reader, without replaces.+\.$/,
  ],
  ["refund_pending", /^The customer has not received the money yet\. .+ top it up\. .+ ask them/],
  ["payout_failed", /^The bank .+ Correct the bank account .+ part of a later payout\.$/],
  [
    "endpoint_failing",
    /^Your server does not accept events\. .+ send them again: POST \/v1\/events\/recover\.$/,
  ],
];

it("everything that needs a person comes with advice on what to do", () => {
  expect(KEY_WORDS.map(([kind]) => kind)).toEqual([...ATTENTION_KINDS]);
  for (const [kind, words] of KEY_WORDS) expect(adviceFor({ kind, amountCents: 1 })).toMatch(words);
});

it("a failed debit of a merchant's bank account left the balance negative", () => {
  expect(adviceFor({ kind: "payout_failed", amountCents: -1 })).toMatch(
    /^The bank rejected the debit, .+ negative/,
  );
});

it("a failed refund whose replacement is under way is not to be replaced now", () => {
  const replaced = { kind: "refund_failed", amountCents: 1, replacement: "in_progress" } as const;
  expect(adviceFor(replaced)).toMatch(/^A replacement is under way\./);
});

it("a payout that failed is looked at daily, and shown for thirty days", () => {
  expect(payoutVisitAt(AT)).toBe(AT + DAY_MS);
  expect(isShownNoMore(AT, AT + 30 * DAY_MS - 1)).toBe(false);
  expect(isShownNoMore(AT, AT + 30 * DAY_MS)).toBe(true);
});
