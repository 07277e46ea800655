import { describe, expect, it } from "vitest";
import { parseEvent } from "../../../shared/processor/events.ts";

/* What is read of an event, whatever a later version of the processor's API makes of its parts. */

const ENVELOPE = { id: "evt_1", type: "charge.refunded", account: "acct_1", created: 7, livemode: true };
const parse = (event: unknown) => parseEvent(Buffer.from(JSON.stringify(event)));
const about = (object: unknown, given: object = {}) => parse({ ...ENVELOPE, ...given, data: { object } });
const subject = (object: unknown, given: object = {}) => about(object, given).subject;
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
      expect(() => parse(given), JSON.stringify(given)).toThrow("The body is not an event of the processor.");
    expect(() => parseEvent(Buffer.from("{"))).toThrow("The body is not valid JSON.");
  });
});

describe("the subject of an event", () => {
  it("is an intent, whose picture may be one of the future", () => {
    const intent = { object: "payment_intent", id: "pi_1", metadata: { a: "b", c: 1 } };
    expect(subject(intent)).toEqual({
      kind: "intent",
      references: { intentId: "pi_1", chargeId: undefined, metadata: { a: "b" } },
      picture: NOT_UNDERSTOOD,
    });
    expect(subject({ ...intent, metadata: null })).toMatchObject({ references: { metadata: {} } });
    expect(subject({ ...intent, application: "ca_1", created: 7 })).toMatchObject({
      references: { applicationId: "ca_1", createdAt: 7000 },
    });
  });

  it("is a charge that was refunded", () => {
    const charge = { object: "charge", payment_intent: "pi_1", metadata: { a: "b" } };
    expect(subject(charge)).toEqual({
      kind: "charge",
      references: { intentId: "pi_1", chargeId: undefined, metadata: { a: "b" } },
    });
  });

  it("is a dispute, a refund, a payout or the account", () => {
    const references = { payment_intent: { id: "pi_1" }, charge: "ch_1" };
    const named = { intentId: "pi_1", chargeId: "ch_1" };
    expect(subject({ object: "dispute", id: "dp_1", ...references })).toEqual({
      kind: "dispute",
      disputeId: "dp_1",
      references: named,
    });
    expect(subject({ object: "refund", id: "re_1", ...references })).toMatchObject({
      refundId: "re_1",
      references: named,
    });
    expect(subject({ object: "payout", id: "po_1" })).toEqual({ kind: "payout", payoutId: "po_1" });
    for (const object of ["account", "application"]) expect(subject({ object })).toEqual({ kind: "account" });
  });

  it("is none where the type is not followed, and of the test event", () => {
    for (const type of ["charge.succeeded", "callback.test"])
      expect(subject({ object: "charge" }, { type })).toEqual({ kind: "none" });
    expect(subject({ object: "dispute", id: "dp_1" }, { type: "dispute.response_due" })).toMatchObject({
      disputeId: "dp_1",
    });
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

it("a failed payment's event says why, and no later one of the intent does", () => {
  const intent = { object: "payment_intent", id: "pi_1" };
  const failed = { type: "payment_intent.payment_failed" };
  const codes = { decline_code: "lost", code: "other" };
  expect(about({ ...intent, last_payment_error: codes }, failed).declineCode).toBe("lost");
  expect(about({ ...intent, last_payment_error: { code: "other" } }, failed).declineCode).toBe("other");
  expect(about({ ...intent, last_payment_error: null }, failed).declineCode).toBeUndefined();
  expect(about("text", failed).declineCode).toBeUndefined();
  const later = { type: "payment_intent.succeeded" };
  expect(about({ ...intent, last_payment_error: codes }, later).declineCode).toBeUndefined();
});

it("an intent says why it was canceled", () => {
  const intent = { object: "payment_intent", id: "pi_1" };
  expect(about({ ...intent, cancellation_reason: "duplicate" }).cancellationReason).toBe("duplicate");
  expect(about({ ...intent, cancellation_reason: 1 }).cancellationReason).toBeUndefined();
});

it("a refund's details are there only together", () => {
  const refund = { object: "refund", id: "re_1", amount: 5, currency: "usd", failure_reason: "expired" };
  const details = { refundId: "re_1", amountCents: 5, currency: "usd" };
  expect(subject(refund)).toMatchObject({ details: { ...details, failureReason: "expired" } });
  expect(subject({ ...refund, failure_reason: 1 })).toMatchObject({
    details: { ...details, failureReason: null },
  });
  for (const given of [{ amount: "5" }, { currency: null }])
    expect(subject({ ...refund, ...given })).toMatchObject({ details: undefined });
});
