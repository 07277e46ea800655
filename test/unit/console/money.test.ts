import { describe, expect, it } from "vitest";
import {
  mostCents,
  movesOf,
  mustBeTyped,
  sentenceOf,
} from "../../../infra/pages/console/screens/payments/money/moves.ts";
import {
  forgetForm,
  isOutcome,
  markSent,
  openForm,
  readForm,
} from "../../../infra/pages/console/screens/payments/money/open-form.ts";
import { centsOf } from "../../../infra/pages/console/words/money.ts";

const paid = {
  status: "succeeded",
  amountCents: 4999,
  refundedCents: 0,
  applicationFeeCents: 155,
  authorizedCents: 4999,
  currency: "usd",
} as const;
const held = { ...paid, status: "requires_capture" } as const;
const partly = { ...paid, status: "partially_refunded", refundedCents: 1000 } as const;

it.each([
  [
    "refund",
    paid,
    1000,
    "Refund $10.00 USD of $49.99 USD to the customer. The platform returns $0.31 USD of its fee. This cannot be undone.",
  ],
  [
    "refund",
    paid,
    4999,
    "Refund $49.99 USD of $49.99 USD to the customer. The platform returns its fee of $1.55 USD. This cannot be undone.",
  ],
  [
    "refund",
    partly,
    3999,
    "Refund $39.99 USD of $39.99 USD to the customer. The platform returns the rest of its fee. This cannot be undone.",
  ],
  [
    "refund",
    { ...paid, applicationFeeCents: 0 },
    1000,
    "Refund $10.00 USD of $49.99 USD to the customer. There was no platform fee. This cannot be undone.",
  ],
  ["capture", held, 4999, "Capture $49.99 USD of the authorized $49.99 USD. The platform fee is $1.55 USD."],
  [
    "capture",
    held,
    1000,
    "Capture $10.00 USD of the authorized $49.99 USD. The other $39.99 USD is released. The platform fee is $0.31 USD.",
  ],
  [
    "cancel",
    held,
    4999,
    "Release the authorized $49.99 USD. The customer is not charged, and there is no fee.",
  ],
  [
    "cancel",
    { ...paid, status: "requires_action" },
    4999,
    "Cancel the payment. The customer can no longer pay it.",
  ],
] as const)(
  "the sentence says exactly what will happen: %s %j, %i",
  (operation, payment, cents, sentence) => {
    expect(sentenceOf(operation, payment, cents, "en-US")).toBe(sentence);
  },
);

it("a form begins with what is left", () => {
  expect([mostCents("refund", partly), mostCents("refund", paid), mostCents("capture", held)]).toEqual([
    3999, 4999, 4999,
  ]);
});

it("only what status and scopes allow is offered", () => {
  const all = ["refunds:write", "payments:write"] as const;
  expect(movesOf(paid, all)).toEqual(["refund"]);
  expect(movesOf(held, all)).toEqual(["capture", "cancel"]);
  expect(movesOf({ ...paid, status: "requires_payment_method" }, all)).toEqual(["cancel"]);
  for (const status of ["refunded", "canceled", "processing"] as const)
    expect(movesOf({ ...paid, status }, all)).toEqual([]);
  expect(movesOf(held, ["refunds:write"])).toEqual([]);
  expect(movesOf(paid, ["payments:write"])).toEqual([]);
});

it("what a dispute holds or has taken is not offered for a refund", () => {
  const disputed = (status: string, amountCents: number) => ({
    ...paid,
    disputes: [{ disputeId: "dp_1", status, reason: "fraudulent", amountCents, dueBy: null }],
  });
  const left = mostCents("refund", paid);
  for (const status of ["won", "warning_needs_response", "prevented"])
    expect(mostCents("refund", disputed(status, 100))).toBe(left);
  for (const status of ["needs_response", "under_review", "lost"]) {
    expect(mostCents("refund", disputed(status, 100))).toBe(left - 100);
    expect(movesOf(disputed(status, left), ["refunds:write"])).toEqual([]);
  }
  expect(mostCents("refund", disputed("lost", left + 1))).toBe(0);
  const inYen = disputed("lost", 100).disputes.map((dispute) => ({ ...dispute, currency: "jpy" }));
  expect(mostCents("refund", { ...paid, disputes: inYen })).toBe(left);
});

it("above the platform's limit the amount is typed, and always in a currency without one", () => {
  const limits = { usd: 10_000 };
  expect(mustBeTyped("refund", paid, 10_000, limits)).toBe(false);
  expect(mustBeTyped("refund", paid, 10_001, limits)).toBe(true);
  expect(mustBeTyped("refund", { ...paid, currency: "jpy" }, 1, limits)).toBe(true);
  expect(mustBeTyped("cancel", held, 10_001, limits)).toBe(true);
  expect(mustBeTyped("cancel", { ...paid, status: "requires_action" }, 10_001, limits)).toBe(false);
});

it.each([
  ["10", "usd", 1000],
  ["10.00", "usd", 1000],
  [" 10,05 ", "eur", 1005],
  ["4999", "jpy", 4999],
  ["4.990", "kwd", 4990],
  ["1.000", "usd", undefined],
  ["1,000.00", "usd", 100_000],
  ["$49,999.99", "usd", 4_999_999],
  ["49.999,99 €", "eur", 4_999_999],
  ["49\u202f999,99\u00a0€", "eur", 4_999_999],
  ["CHF 1’234’567.50", "chf", 123_456_750],
  ["¥12,000", "jpy", 12_000],
  ["1,000", "usd", undefined],
  ["1,000", "kwd", 1000],
  ["1,000,000", "usd", undefined],
  ["1,00,000.00", "usd", undefined],
  ["1,000,00", "usd", undefined],
  ["1 0", "usd", undefined],
  ["10%", "usd", undefined],
  ["10.5", "usd", undefined],
  ["49.99", "jpy", undefined],
  ["-1", "usd", undefined],
  ["1e3", "usd", undefined],
  ["", "usd", undefined],
  ["999999999", "jpy", 999_999_999],
  ["9999999999", "jpy", undefined],
  ["10.", "usd", undefined],
])("an amount is read as people write it: %j in %s is %s", (text, currency, cents) => {
  expect(centsOf(text, currency)).toBe(cents);
});

describe("an open form", () => {
  const tab = () => {
    const kept = new Map<string, string>();
    const storage = {
      getItem: (name: string) => kept.get(name) ?? null,
      setItem: (name: string, value: string) => void kept.set(name, value),
      removeItem: (name: string) => void kept.delete(name),
    };
    return { storage, svcPaymentId: `svcpay_${"0".repeat(32)}`, operation: "refund" } as const;
  };
  let number = 0;
  const newKey = () => `key-${++number}`;

  it("keeps its key and what was sent under it until its outcome is shown", () => {
    const place = tab();
    const form = openForm(place, newKey);
    expect(openForm(place, newKey)).toEqual(form);
    markSent(place, form, { amountCents: 1000 });
    expect(openForm(place, newKey)).toEqual({ key: form.key, sent: { amountCents: 1000 } });
    forgetForm(place);
    expect(readForm(place)).toBeUndefined();
    expect(openForm(place, newKey).key).not.toBe(form.key);
  });

  it("has a key of its own for each payment and each operation", () => {
    const place = tab();
    const others = [
      place,
      { ...place, operation: "capture" as const },
      { ...place, svcPaymentId: "svcpay_1" },
    ];
    expect(new Set(others.map((one) => openForm(one, newKey).key)).size).toBe(3);
  });

  it("begins anew where another program has spoilt it", () => {
    const place = tab();
    for (const text of ["{", "null", "7", '{"key":7}']) {
      place.storage.setItem(`svc-money refund ${place.svcPaymentId}`, text);
      expect(readForm(place)).toBeUndefined();
    }
  });
});

it.each([
  [{ status: 422, title: "Refund exceeds charge" }, true],
  [{ status: 409, title: "Idempotency conflict" }, true],
  [{ status: 402, title: "Payment declined" }, true],
  [{ status: 409, title: "In progress" }, false],
  [{ status: 401, title: "Unauthorized" }, false],
  [{ status: 429 }, false],
  [{ status: 403 }, false],
  [{ status: 400, title: "Invalid request" }, true],
  [{ status: 403, title: "Insufficient scope" }, true],
  [{ status: 408, title: "Request timeout" }, false],
  [{ status: 429, title: "Too many requests" }, false],
  [{ status: 399, title: "Of a proxy" }, false],
  [{ status: 500, title: "Internal error" }, false],
  [{ status: 503, title: "Outcome unknown" }, false],
  [{ status: 503, title: "Processor unavailable" }, false],
  [{}, false],
])("whether an answer is an outcome: %j: %s", (answer, is) => {
  expect(isOutcome(answer)).toBe(is);
});
