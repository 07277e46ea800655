import { describe, expect, it } from "vitest";
import {
  isExpiredHold,
  isPending,
  lastAttempt,
  lastToldEvent,
  nextAttemptIn,
  untoldNews,
} from "../../../infra/pages/console/screens/payments/story.ts";
import type { components } from "../../../shared/client/generated/contract.ts";
import { paymentWith } from "../../support/console-answers.ts";
import { attemptAt, callAt, eventAt } from "../../support/timeline-entries.ts";

type Schemas = components["schemas"];
type Event = Schemas["TimelineProcessorEvent"];

const NOW = Date.parse("2026-07-01T12:00:00.000Z");
const minutesAgo = (minutes: number): string => new Date(NOW - minutes * 60_000).toISOString();

const event = (given: Partial<Event>): Event => eventAt(minutesAgo(90), given);
const attempt = (eventId: string, nextAttemptAt: string | null) =>
  attemptAt(minutesAgo(80), { eventId, nextAttemptAt });
const created = (minutes: number) => callAt(minutesAgo(minutes), "create", 4999);

it.each([
  ["a callback", "succeeded", [event({ delivery: "pending" })], true],
  ["an event that is being applied", "succeeded", [event({ applied: "not_finished" })], true],
  ["a bank debit", "processing", [event({})], true],
  ["a buyer who has just come", "requires_payment_method", [created(5)], true],
  ["a buyer who has left", "requires_payment_method", [created(90)], false],
  ["a buyer who was there an hour ago", "requires_payment_method", [created(60)], false],
  ["a buyer who was there within the hour", "requires_action", [created(59)], true],
  ["a payment of which nothing is told", "requires_confirmation", [], false],
  ["a hold, which waits for the merchant", "requires_capture", [event({})], false],
  ["what was delivered, held or given up", "succeeded", [event({ delivery: "dead" })], false],
] as const)("something is under way: %s", (_, status, timeline, expected) => {
  expect(isPending(paymentWith({ status }), [...timeline], NOW)).toBe(expected);
});

describe("nothing can happen before the next attempt", () => {
  const pending = event({ delivery: "pending" });

  it("the next attempt is that of the event that waits", () => {
    expect(nextAttemptIn([pending, attempt("evt_1", "2026-07-01T13:00:00.000Z")])).toBe(
      "2026-07-01T13:00:00.000Z",
    );
  });

  it("the next attempt is that of the first of several", () => {
    const other = event({ delivery: "pending", eventId: "evt_2" });
    const soon = attempt("evt_2", "2026-07-01T12:30:00.000Z");
    const late = attempt("evt_1", "2026-07-01T13:00:00.000Z");
    expect(nextAttemptIn([pending, other, late, soon])).toBe("2026-07-01T12:30:00.000Z");
    expect(nextAttemptIn([pending, other, late])).toBeUndefined();
  });

  it("unless nothing waits", () => {
    expect(nextAttemptIn([event({})])).toBeUndefined();
  });
});

describe("a hold has expired", () => {
  const hold = event({ type: "payment_intent.amount_capturable_updated", captureBefore: minutesAgo(60) });
  const canceled = (at: string) => event({ type: "payment_intent.canceled", at });
  const cancelCall: Schemas["TimelineApiCall"] = { ...created(59), operation: "cancel" };

  it.each([
    ["that can no longer be captured", "requires_capture", minutesAgo(1), [hold], true],
    ["not before its end", "requires_capture", minutesAgo(-1), [hold], false],
    ["that the processor has canceled for it", "canceled", null, [hold, canceled(minutesAgo(60))], true],
    ["not one that was canceled before its end", "canceled", null, [hold, canceled(minutesAgo(61))], false],
    [
      "not one that was canceled by a call",
      "canceled",
      null,
      [hold, cancelCall, canceled(minutesAgo(58))],
      false,
    ],
    ["not a payment that never was held", "canceled", null, [canceled(minutesAgo(5))], false],
    ["not one that was captured", "succeeded", null, [hold], false],
  ] as const)("%s", (_, status, captureBefore, timeline, expected) => {
    expect(isExpiredHold({ status, captureBefore }, [...timeline], NOW)).toBe(expected);
  });
});

it("why the processor canceled a payment counts more than when, where it says so", () => {
  const hold = event({ captureBefore: minutesAgo(60) });
  const canceled = (at: number, cancellationReason: string) =>
    event({ type: "payment_intent.canceled", at: minutesAgo(at), cancellationReason });
  const isExpired = (end: Event) =>
    isExpiredHold({ status: "canceled", captureBefore: null }, [hold, end], NOW);
  expect(isExpired(canceled(90, "expired"))).toBe(true);
  expect(isExpired(canceled(5, "requested_by_customer"))).toBe(false);
  const paid = { status: "succeeded", captureBefore: null } as const;
  expect(isExpiredHold(paid, [hold, canceled(5, "expired")], NOW)).toBe(false);
  expect(isExpiredHold({ status: "requires_capture", captureBefore: null }, [hold], NOW)).toBe(false);
  const ends = new Date(NOW).toISOString();
  expect(isExpiredHold({ status: "requires_capture", captureBefore: ends }, [], NOW)).toBe(true);
});

describe("what the merchant's server was told", () => {
  it("the last event that it is told of is not one that callbacks leave out", () => {
    const told = event({ eventId: "evt_1", delivery: "pending" });
    const untold = event({ eventId: "evt_2", delivery: "none" });
    expect(lastToldEvent([event({ eventId: "evt_0" }), told, untold, created(1)])).toBe(told);
    expect(lastToldEvent([untold, created(1)])).toBeUndefined();
  });

  it("the last attempt is that of the same event, at the endpoint whose state it shows", () => {
    const [first, second, other] = [attempt("evt_1", null), attempt("evt_1", null), attempt("evt_2", null)];
    const one = event({ eventId: "evt_1" });
    expect(lastAttempt([first, second, other], one)).toBe(second);
    expect(lastAttempt([one], one)).toBeUndefined();
    const further = { ...first, endpointId: "ep_2" };
    expect(lastAttempt([further, second], { ...one, endpointId: "ep_2" })).toBe(further);
    expect(lastAttempt([second, further], one)).toBe(second);
  });

  it.each(["refund.failed", "charge.dispute.updated", "payment.hold_expiring", "dispute.response_due"])(
    "bad news that the endpoint has not chosen is named once: %s",
    (type) => {
      const untold = event({ type, delivery: "none" });
      expect(untoldNews([untold, untold])).toEqual([type]);
      expect(untoldNews([event({ type, delivery: "delivered" })])).toEqual([]);
    },
  );

  it("what no endpoint is told of is no news", () => {
    expect(untoldNews([event({ type: "refund.updated", delivery: "none" })])).toEqual([]);
  });
});
