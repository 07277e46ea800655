import { describe, expect, it } from "vitest";
import type { DeliveryState } from "../../../../shared/domain/events/event.ts";
import {
  addCounts,
  type CountedEvent,
  countEvents,
  medianResponse,
  noCounts,
} from "../../../../shared/domain/events/event-counts.ts";

const event = (
  type: string,
  object: object = {},
  more: Partial<CountedEvent> & { former?: object } = {},
) => ({
  type,
  applied: "applied",
  deliveries: [],
  body: () => JSON.stringify({ data: { object, previous_attributes: more.former } }),
  ...more,
});

const paid = (amount: number, more: object = {}) =>
  event("payment_intent.succeeded", {
    currency: "usd",
    amount_received: amount,
    application_fee_amount: 100,
    capture_method: "automatic_async",
    ...more,
  });

describe("events count", () => {
  it("as attempts: a hold is approved once, also when it is captured, and a decline by its reason", () => {
    const counts = countEvents([
      paid(4999),
      event("payment_intent.amount_capturable_updated", { currency: "usd", capture_method: "manual" }),
      paid(2000, { capture_method: "manual" }),
      event("payment_intent.payment_failed", {}, { declineCode: "expired_card" }),
      event("payment_intent.payment_failed", {}),
      event("payment_intent.payment_failed", {}, { declineCode: "expired_card" }),
    ]);
    expect(counts).toMatchObject({ approved: 2, declined: 3, reasons: { expired_card: 2, unknown: 1 } });
    expect(counts.money).toEqual({
      usd: { payments: 2, grossCents: 6999, refundsCents: 0, disputesCents: 0, platformFeesCents: 200 },
    });
  });

  it("a refund that failed later as none, and one that failed at once not at all", () => {
    const refunded = event(
      "charge.refunded",
      { currency: "usd", amount_refunded: 4000 },
      { former: { amount_refunded: 0 } },
    );
    const failed = (failure_balance_transaction: string | null) =>
      event("refund.failed", { currency: "usd", amount: 4000, failure_balance_transaction });
    const again = countEvents([refunded, failed("txn_1"), failed(null), refunded]);
    expect(again.money.usd).toMatchObject({ refundsCents: 4000 });
  });

  it("as money by currency: refunds by how much they rose, disputes until they are won", () => {
    const dispute = (type: string, status: string) => event(type, { currency: "eur", amount: 700, status });
    const { money, isUnsure } = countEvents([
      event(
        "charge.refunded",
        { currency: "eur", amount_refunded: 900 },
        { former: { amount_refunded: 400 } },
      ),
      dispute("charge.dispute.funds_withdrawn", "needs_response"),
      dispute("charge.dispute.funds_withdrawn", "needs_response"),
      dispute("charge.dispute.closed", "won"),
      dispute("charge.dispute.closed", "lost"),
    ]);
    expect(money.eur).toMatchObject({ refundsCents: 500, disputesCents: 700 });
    expect(isUnsure).toBe(undefined);
  });

  it("guesses no refund: without the amount before it, or without a body, the sum is not known", () => {
    expect(countEvents([event("charge.refunded", { currency: "eur", amount_refunded: 9 })]).isUnsure).toBe(
      true,
    );
    expect(countEvents([{ ...paid(1), body: () => "" }]).isUnsure).toBe(true);
  });

  it("only where they were applied to a payment of this service", () => {
    const counts = countEvents([{ ...paid(4999), applied: "not_about_a_payment" }]);
    expect(counts).toEqual(noCounts());
    expect(countEvents([{ ...paid(4999), applied: "unchanged" }]).approved).toBe(1);
  });

  it("as callbacks: delivered, failed, retrying after an attempt of this round, and waiting", () => {
    const to = (delivery: DeliveryState, rounds: number[] = []) => ({
      delivery,
      deliveryRound: 2,
      log: rounds.map((deliveryRound) => ({ deliveryRound, milliseconds: 80, status: 503 })),
    });
    const sent = (...given: Parameters<typeof to>) =>
      event("payment.updated", {}, { deliveries: [to(...given)] });
    const counts = countEvents([
      sent("delivered", [1, 2]),
      sent("dead"),
      sent("pending", [1, 2]),
      sent("pending", [1]),
      sent("held"),
      sent("none"),
    ]);
    expect(counts).toMatchObject({ delivered: 1, failed: 1, retrying: 1, waiting: 2 });
    const deliveries = [to("delivered", [2]), to("pending", [2]), to("none")];
    const sentTwice = event("payment.updated", {}, { deliveries });
    const { responses, ...once } = countEvents([sentTwice]);
    expect(once).toMatchObject({ delivered: 0, failed: 0, retrying: 1, waiting: 0 });
    expect(Object.values(responses)).toEqual([2]);
  });
});

const answeredIn = (milliseconds: number) => ({
  delivery: "delivered" as const,
  deliveryRound: 1,
  log: [{ deliveryRound: 1, milliseconds, status: 204 }],
});

it("the median response is within a tenth of what was measured, over hours that are added", () => {
  const hour = (milliseconds: number, count: number) =>
    countEvents(
      Array.from({ length: count }, () => event("x", {}, { deliveries: [answeredIn(milliseconds)] })),
    );
  expect(medianResponse(noCounts())).toBe(null);
  const median = medianResponse(addCounts([hour(20, 3), hour(84, 4), hour(9000, 2)])) ?? 0;
  expect(Math.abs(median - 84) / 84).toBeLessThan(0.1);
});

it("more than twelve kinds of declines are added up, so that a record stays below 0.6 KB", () => {
  const events = Array.from({ length: 20 }, (_, number) =>
    event("payment_intent.payment_failed", {}, { declineCode: `reason_${number}` }),
  );
  const { reasons, declined } = addCounts([countEvents(events)]);
  expect(Object.keys(reasons)).toHaveLength(13);
  expect(reasons.other).toBe(8);
  expect(declined).toBe(20);
});
