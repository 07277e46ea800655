import { describe, expect, it } from "vitest";
import {
  isPending,
  nextAttemptIn,
  refundedIn,
} from "../../../functions/console/page/screens/payments/story.ts";
import type { components } from "../../../shared/client/generated/contract.ts";

type Schemas = components["schemas"];
type Event = Schemas["TimelineProcessorEvent"];

const NOW = Date.parse("2026-07-01T12:00:00.000Z");
const minutesAgo = (minutes: number): string => new Date(NOW - minutes * 60_000).toISOString();
const traceId = "9e1b2c3d-0000-4000-8000-000000000001";

const payment = (status: Schemas["PaymentStatus"]): Schemas["Payment"] => ({
  svcPaymentId: `svcpay_${"0".repeat(32)}`,
  status,
  amountCents: 4999,
  applicationFeeCents: 155,
  currency: "usd",
  orderRef: null,
  processorPaymentIntentId: "pi_1",
});

const event = (given: Partial<Event>): Event => ({
  kind: "processor_event",
  at: minutesAgo(90),
  receivedAt: minutesAgo(90),
  traceId,
  eventId: "evt_1",
  type: "payment_intent.succeeded",
  applied: "applied",
  delivery: "delivered",
  declineCode: null,
  refundedCents: null,
  captureBefore: null,
  ...given,
});

const attempt = (eventId: string, nextAttemptAt: string | null): Schemas["TimelineCallbackAttempt"] => ({
  kind: "callback_attempt",
  at: minutesAgo(80),
  traceId,
  eventId,
  type: "payment_intent.succeeded",
  attempt: 1,
  milliseconds: 84,
  status: 500,
  error: "status_500",
  nextAttemptAt,
});

const created = (minutes: number): Schemas["TimelineApiCall"] => ({
  kind: "api_call",
  at: minutesAgo(minutes),
  traceId,
  operation: "create",
  amountCents: 4999,
});

describe("something is under way", () => {
  it.each([
    ["a callback", "succeeded", [event({ delivery: "pending" })], true],
    ["an event that is being applied", "succeeded", [event({ applied: "not_finished" })], true],
    ["a bank debit", "processing", [event({})], true],
    ["a buyer who has just come", "requires_payment_method", [created(5)], true],
    ["a buyer who has left", "requires_payment_method", [created(90)], false],
    ["a hold, which waits for the merchant", "requires_capture", [event({})], false],
    ["what was delivered, held or given up", "succeeded", [event({ delivery: "dead" })], false],
  ] as const)("%s", (_, status, timeline, expected) => {
    expect(isPending(payment(status), [...timeline], NOW)).toBe(expected);
  });
});

describe("nothing can happen before the next attempt", () => {
  const pending = event({ delivery: "pending" });

  it("of the event that waits", () => {
    expect(nextAttemptIn([pending, attempt("evt_1", "2026-07-01T13:00:00.000Z")])).toBe(
      "2026-07-01T13:00:00.000Z",
    );
  });

  it("of the first of several", () => {
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

it("says what was refunded as the processor said last", () => {
  expect(refundedIn([event({ refundedCents: 500 }), event({ refundedCents: 1500 }), event({})])).toBe(1500);
  expect(refundedIn([event({})])).toBe(0);
});
