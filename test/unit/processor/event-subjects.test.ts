import { describe, expect, it } from "vitest";
import { parseEvent, refundOf, subjectOf } from "../../../shared/processor/events.ts";

/* What is read of an event, whatever a later version of the processor's API makes of its parts. */

const ENVELOPE = { id: "evt_1", type: "charge.refunded", account: "acct_1", created: 7, livemode: true };
const parse = (event: unknown) => parseEvent(Buffer.from(JSON.stringify(event)));
const about = (object: unknown, given: object = {}) => parse({ ...ENVELOPE, ...given, data: { object } });
const subject = (object: unknown, given: object = {}) => subjectOf(about(object, given));
const NOT_UNDERSTOOD = { kind: "not_understood" };

describe("an event", () => {
  it("is read with its account, its mode and its time", () => {
    expect(about({ object: "charge" })).toMatchObject({
      eventId: "evt_1",
      type: "charge.refunded",
      accountId: "acct_1",
      livemode: true,
      createdAt: 7000,
    });
    expect(about({ object: "charge" }, { livemode: "true", account: undefined })).toMatchObject({
      livemode: false,
      accountId: undefined,
    });
  });

  it("says what it is about, or at least whose it is", () => {
    expect(() => parse({ ...ENVELOPE, data: null })).not.toThrow();
    expect(() => about({}, { account: undefined })).not.toThrow();
    for (const given of [
      { ...ENVELOPE, account: undefined, data: {} },
      { ...ENVELOPE, id: "other", data: { object: {} } },
      { ...ENVELOPE, id: 1, data: { object: {} } },
      { ...ENVELOPE, type: 1, data: { object: {} } },
      null,
      [],
    ])
      expect(() => parse(given), JSON.stringify(given)).toThrow("The body is not an event.");
    expect(() => parseEvent(Buffer.from("{"))).toThrow("The body is not valid JSON.");
  });
});

describe("the subject of an event", () => {
  it("is an intent, with why it was not paid and why it was canceled", () => {
    const intent = { object: "payment_intent", id: "pi_1", metadata: { a: "b", c: 1 } };
    const more = {
      cancellation_reason: "duplicate",
      last_payment_error: { decline_code: "lost", code: "other" },
    };
    expect(subject({ ...intent, ...more })).toMatchObject({
      kind: "intent",
      intentId: "pi_1",
      metadata: { a: "b" },
      picture: NOT_UNDERSTOOD,
      declineCode: "lost",
      cancellationReason: "duplicate",
    });
    expect(subject(intent)).toMatchObject({ metadata: { a: "b" } });
    expect(
      subject({ ...intent, last_payment_error: { code: "other" }, cancellation_reason: 1 }),
    ).toMatchObject({
      declineCode: "other",
      cancellationReason: undefined,
    });
    expect(subject({ ...intent, last_payment_error: null, metadata: null })).toMatchObject({
      declineCode: undefined,
      metadata: {},
    });
  });

  it("is never taken for one of the future because of a fault of our own", () => {
    const object = {
      object: "payment_intent",
      id: "pi_1",
      get amount(): number {
        throw new TypeError("A bug.");
      },
    };
    expect(() => subjectOf({ ...about({ object: "charge" }), object })).toThrow("A bug.");
  });

  it("is a charge, and whether its refunds are meant", () => {
    const charge = { object: "charge", payment_intent: "pi_1" };
    expect(subject(charge)).toMatchObject({ kind: "charge", intentId: "pi_1", isAboutRefunds: true });
    expect(subject(charge, { type: "charge.succeeded" })).toMatchObject({ isAboutRefunds: false });
  });

  it("is a dispute, a refund, a payout or the account", () => {
    const references = { payment_intent: { id: "pi_1" }, charge: "ch_1" };
    const named = { intentId: "pi_1", chargeId: "ch_1" };
    expect(subject({ object: "dispute", id: "dp_1", ...references })).toEqual({
      kind: "dispute",
      disputeId: "dp_1",
      ...named,
    });
    expect(subject({ object: "refund", id: "re_1", ...references })).toMatchObject({
      refundId: "re_1",
      ...named,
    });
    expect(subject({ object: "payout", id: "po_1" })).toEqual({ kind: "payout", payoutId: "po_1" });
    for (const object of ["account", "application"]) expect(subject({ object })).toEqual({ kind: "account" });
  });

  it.each([
    { object: "payment_intent", id: 1 },
    { object: "refund", id: 1 },
    { object: "dispute", id: 1 },
    { object: "payout", id: 1 },
    { object: "later" },
    { object: "charge", payment_intent: 1 },
    { object: "charge", charge: { id: 1 } },
    { object: "charge", charge: {} },
    "text",
    ["list"],
  ])("is not understood in %j", (object) => {
    expect(subject(object)).toEqual(NOT_UNDERSTOOD);
  });
});

it("a refund is told of where all of it is there", () => {
  const refund = { object: "refund", id: "re_1", amount: 5, currency: "usd", failure_reason: "expired" };
  const told = { refundId: "re_1", amountCents: 5, currency: "usd" };
  expect(refundOf(about(refund))).toEqual({ ...told, failureReason: "expired" });
  expect(refundOf(about({ ...refund, failure_reason: 1 }))).toEqual({ ...told, failureReason: null });
  for (const given of [{ object: "charge" }, { id: 1 }, { amount: "5" }, { currency: null }])
    expect(refundOf(about({ ...refund, ...given }))).toBeUndefined();
  expect(refundOf(about("text"))).toBeUndefined();
});
