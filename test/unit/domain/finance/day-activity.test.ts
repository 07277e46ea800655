import { describe, expect, it } from "vitest";
import {
  type ActivityEvent,
  addActivity,
  addDays,
  countActivity,
  noActivity,
} from "../../../../shared/domain/finance/day-activity.ts";

const TODAY = "2026-11-18";
const NOON = Date.parse(`${TODAY}T12:00:00Z`);

type More = Partial<ActivityEvent> & { former?: object; at?: string };

const event = (type: string, object: object = {}, { former, at, ...more }: More = {}): ActivityEvent => ({
  type,
  applied: "applied",
  receivedAt: NOON,
  body: () =>
    JSON.stringify({
      created: (at ? Date.parse(at) : NOON) / 1000,
      data: { object, previous_attributes: former },
    }),
  ...more,
});

const paid = (amount: number, more: object = {}, when: More = {}) =>
  event(
    "payment_intent.succeeded",
    { currency: "usd", amount_received: amount, capture_method: "automatic_async", ...more },
    when,
  );

const countToday = (events: ActivityEvent[]) => countActivity(events)[TODAY] ?? noActivity();

describe("a day's activity", () => {
  it("has attempts: a hold is approved once, also when it is captured, and a decline by its reason", () => {
    const { sales, ...attempts } = countToday([
      paid(4999),
      event("payment_intent.amount_capturable_updated", { currency: "usd", capture_method: "manual" }),
      paid(2000, { capture_method: "manual" }),
      event("payment_intent.payment_failed", {}, { declineCode: "expired_card" }),
      event("payment_intent.payment_failed", {}),
      event("payment_intent.payment_failed", {}, { declineCode: "expired_card" }),
    ]);
    expect(attempts).toEqual({ approved: 2, declined: 3, reasons: { expired_card: 2, unknown: 1 } });
    expect(sales).toEqual({ usd: { payments: 2, grossCents: 6999, refundsCents: 0, disputesCents: 0 } });
  });

  it("is by the day on which something happened, whenever it was received", () => {
    const late = { at: "2026-11-17T23:59:59Z" };
    const days = countActivity([paid(100, { currency: "jpy" }, late), paid(200), paid(300, {}, late)]);
    expect(Object.keys(days).sort()).toEqual(["2026-11-17", TODAY]);
    expect(days["2026-11-17"]?.sales).toMatchObject({ jpy: { grossCents: 100 }, usd: { grossCents: 300 } });
    expect(days[TODAY]?.sales).toMatchObject({ usd: { grossCents: 200 } });
    expect(addDays([days, days])["2026-11-17"]?.sales.jpy).toMatchObject({ payments: 2, grossCents: 200 });
  });

  it("has a refund that failed later as none, and one that failed at once not at all", () => {
    const refunded = event(
      "charge.refunded",
      { currency: "usd", amount_refunded: 4000, captured: true },
      { former: { amount_refunded: 0 } },
    );
    const failed = (failure_balance_transaction: string | null) =>
      event("refund.failed", { currency: "usd", amount: 4000, failure_balance_transaction });
    const again = countToday([refunded, failed("txn_1"), failed(null), refunded]);
    expect(again.sales.usd).toMatchObject({ refundsCents: 4000 });
  });

  it("has a refund that was canceled as none, and nothing of what else is told of a refund", () => {
    const refunded = { currency: "usd", amount_refunded: 4000, captured: true };
    const canceled = {
      ...{ currency: "usd", amount: 4000, status: "canceled" },
      failure_balance_transaction: "txn_1",
    };
    const told = (object: object, former: object) => event("refund.updated", object, { former });
    const { sales } = countToday([
      event("charge.refunded", refunded, { former: { amount_refunded: 0 } }),
      told(canceled, { status: "requires_action" }),
      told(canceled, { metadata: { note: null } }),
      told({ currency: "eur", amount: 500, status: "succeeded" }, { status: "pending" }),
    ]);
    expect(sales).toEqual({ usd: { payments: 0, grossCents: 0, refundsCents: 0, disputesCents: 0 } });
  });

  it("has no refund of what was never captured", () => {
    const letGo = { currency: "usd", amount_refunded: 4000, captured: false };
    const { sales, isUnsure } = countToday([event("charge.refunded", letGo)]);
    expect([sales.usd?.refundsCents, isUnsure]).toEqual([0, undefined]);
  });

  it("has money by currency: refunds by how much they rose, disputes until they are won", () => {
    const dispute = (type: string, amount: number, status = "needs_response") =>
      event(`charge.dispute.${type}`, { currency: "eur", amount, status });
    const { sales, isUnsure } = countToday([
      event(
        "charge.refunded",
        { currency: "eur", amount_refunded: 900 },
        { former: { amount_refunded: 400 } },
      ),
      dispute("funds_withdrawn", 700),
      dispute("closed", 700, "won"),
      dispute("funds_withdrawn", 200),
      dispute("closed", 200, "lost"),
    ]);
    expect(sales.eur).toMatchObject({ refundsCents: 500, disputesCents: 200 });
    expect(isUnsure).toBe(undefined);
  });

  it("guesses no refund: without the amount before it, or without a body, the sum is not known", () => {
    expect(countToday([event("charge.refunded", { currency: "eur", amount_refunded: 9 })]).isUnsure).toBe(
      true,
    );
    const unreadable = countToday([{ ...paid(1), body: () => "" }]);
    expect(unreadable.isUnsure).toBe(true);
    expect(addActivity([unreadable, noActivity()]).isUnsure).toBe(true);
  });

  it("adds up with other days' in every number", () => {
    const sales = { payments: 1, grossCents: 2, refundsCents: 3, disputesCents: 4 };
    const day = { approved: 5, declined: 6, reasons: { expired_card: 7 }, sales: { usd: sales } };
    const other = { ...day, reasons: { stolen_card: 1 }, sales: { eur: sales } };
    expect(addActivity([day, day, other])).toEqual({
      ...{ approved: 15, declined: 18, reasons: { expired_card: 14, stolen_card: 1 } },
      sales: { usd: { payments: 2, grossCents: 4, refundsCents: 6, disputesCents: 8 }, eur: sales },
    });
  });

  it("is only what was applied to a payment of this service", () => {
    expect(countActivity([{ ...paid(4999), applied: "not_about_a_payment" }])).toEqual({});
    expect(countToday([{ ...paid(4999), applied: "unchanged" }]).approved).toBe(1);
  });

  it("adds up the seldom ones of more than twelve kinds of declines, so that a record stays small", () => {
    const events = Array.from({ length: 21 }, (_, number) =>
      event("payment_intent.payment_failed", {}, { declineCode: `reason_${Math.min(number, 19)}` }),
    );
    const { reasons, declined } = addActivity([countToday(events)]);
    expect(Object.keys(reasons)).toHaveLength(13);
    expect(reasons).toMatchObject({ reason_19: 2, other: 8 });
    expect(declined).toBe(21);
  });
});
