import { describe, expect, it } from "vitest";
import { salesOf, settledOf, settledOn } from "../../../infra/pages/console/screens/overview/sums.ts";
import { groupTimeline } from "../../../infra/pages/console/screens/payments/group-timeline.ts";
import { attemptAt, callAt, eventAt } from "../../support/timeline-entries.ts";

const sold = (currency: string, given: object = {}) => ({
  currency,
  ...{ payments: 1, grossCents: 10_000, refundsCents: 1000 as number | null, disputesCents: 500 },
  ...given,
});
const salesDay = (date: string, totals: ReturnType<typeof sold>[]) => ({
  ...{ date, isFinal: true, isComplete: true, totals },
});

describe("sales", () => {
  it("are summed by the currency that customers paid, over every day of the period", () => {
    const days = [
      salesDay("1", [sold("eur"), sold("jpy", { grossCents: 150_000 })]),
      salesDay("2", []),
      { ...salesDay("3", [sold("eur", { grossCents: 77 }), sold("usd")]), isFinal: false },
    ];
    expect(salesOf(days, "eur")).toEqual({
      ...{ payments: 2, grossCents: 10_077, refundsCents: 2000, disputesCents: 1000 },
    });
    expect(salesOf(days, "jpy").grossCents).toBe(150_000);
    expect(salesOf(days, "gbp")).toEqual({ payments: 0, grossCents: 0, refundsCents: 0, disputesCents: 0 });
  });

  it("guess no refund", () => {
    const days = [salesDay("1", [sold("usd", { refundsCents: null })]), salesDay("2", [sold("usd")])];
    expect(salesOf(days, "usd").refundsCents).toBe(null);
    expect(salesOf(days, "eur").refundsCents).toBe(0);
  });
});

const settled = (currency: string, netCents: number) => ({
  ...{ currency, platformFeesCents: 200, processorFeesCents: 300, netCents },
  ...{ outsideCents: 5, payoutsCents: 50 },
});

it("net is summed over the days that have a statement, and names the others", () => {
  const days = [
    { date: "1", isFinal: true, totals: [settled("usd", 8000), settled("eur", 1)] },
    { date: "2", isFinal: true, totals: [] },
    { date: "3", isFinal: false, totals: [settled("usd", 10)] },
    { date: "4", isFinal: false, totals: null },
  ];
  const { sum, open } = settledOf(days, "usd");
  expect(sum).toEqual({
    ...{ platformFeesCents: 400, processorFeesCents: 600, netCents: 8010 },
    ...{ outsideCents: 10, payoutsCents: 100 },
  });
  expect(open.map(({ date }) => date)).toEqual(["4"]);
  expect(days.map((day) => settledOn(day, "usd")?.netCents)).toEqual([8000, 0, 10, undefined]);
});

const at = "2026-11-15T12:00:00.000Z";
const traceId = "trace";
let events = 0;
const told = (type: string, given: object = {}) => {
  const eventId = `evt_${++events}`;
  const event = eventAt(at, { eventId, type, ...given });
  const attempt = attemptAt(at, { eventId, type, status: 204, error: null });
  return event.delivery === "none" ? [event] : [event, attempt];
};
const call = (operation: "create" | "capture" | "cancel" | "refund", amountCents = 4999) =>
  callAt(at, operation, amountCents);
const disputed = (type: string, status: string, given: object = {}) =>
  told(`charge.dispute.${type}`, {
    dispute: { disputeId: "dp_1", status, reason: "fraudulent", amountCents: 4999, dueBy: null },
    ...given,
  });

const rowsOf = (entries: Parameters<typeof groupTimeline>[0]) =>
  groupTimeline(entries)
    .filter(({ isTechnical }) => !isTechnical)
    .map(({ entry }) => ("type" in entry ? entry.type : "operation" in entry ? entry.operation : entry.kind));

it("a lost dispute is told in six rows instead of 23", () => {
  const entries = [
    call("create"),
    ...told("payment_intent.succeeded"),
    ...told("charge.updated", { applied: "unchanged" }),
    ...told("payment.updated"),
    ...disputed("created", "needs_response"),
    ...disputed("funds_withdrawn", "needs_response", { applied: "unchanged" }),
    ...told("dispute.response_due"),
    ...disputed("updated", "needs_response", { applied: "unchanged" }),
    ...told("charge.updated", { applied: "unchanged", delivery: "none" }),
    ...told("payment.updated"),
    ...disputed("updated", "lost"),
    ...disputed("closed", "lost"),
    {
      kind: "payout",
      at,
      payoutId: "po_1",
      status: "paid",
      arrivesOn: "2026-11-17",
      failureCode: null,
    } as const,
  ];
  expect(entries).toHaveLength(23);
  expect(rowsOf(entries)).toEqual([
    "create",
    "payment_intent.succeeded",
    "charge.dispute.created",
    "dispute.response_due",
    "charge.dispute.closed",
    "payout",
  ]);
  const opened = groupTimeline(entries).find(({ also }) => also.length > 0);
  expect(opened?.also.map(({ type }) => type)).toEqual(["charge.dispute.funds_withdrawn"]);
  expect(opened?.attempts).toHaveLength(2);
});

it("a refund that failed is told in one row, without the fee that was not returned after all", () => {
  const refund = { refundId: "re_1", status: "failed", amountCents: 4999, failureReason: null };
  const noFee = { kind: "fee_returned", at, traceId, amountCents: 0 } as const;
  expect(
    rowsOf([...told("refund.updated", { refund }), ...told("refund.failed", { refund }), noFee]),
  ).toEqual(["refund.failed"]);
  expect(rowsOf([{ ...noFee, amountCents: 1 }])).toEqual(["fee_returned"]);
  const canceled = { refund: { ...refund, status: "canceled" } };
  expect(rowsOf(told("refund.updated", canceled))).toEqual(["refund.updated"]);
});

it("a refund that was made belongs to the first call of its amount that has none yet, and one that failed at once to none", () => {
  const issued = (refundId: string, status: string) =>
    told("refund.created", {
      refund: { refundId, status, amountCents: 1000, failureReason: null },
    });
  const ofCalls = groupTimeline([
    call("refund", 500),
    call("refund", 1000),
    ...issued("re_1", "pending"),
    call("refund", 1000),
    ...issued("re_2", "pending"),
    ...issued("re_3", "failed"),
  ]).map(({ entry, also, isTechnical }) => [
    entry.kind,
    ...also.map(({ refund }) => refund?.refundId),
    ...(isTechnical ? ["technical"] : []),
  ]);
  expect(ofCalls).toEqual([
    ["api_call"],
    ["api_call", "re_1"],
    ["api_call", "re_2"],
    ["processor_event", "technical"],
  ]);
});

it("a refund of the dashboard that waits stays in the story, also where its charge's event came first", () => {
  const refund = { refundId: "re_1", status: "pending", amountCents: 1000, failureReason: null };
  expect(rowsOf(told("refund.created", { applied: "unchanged", refund }))).toEqual(["refund.created"]);
  const settled = { ...refund, status: "succeeded" };
  expect(rowsOf(told("refund.created", { refund: settled }))).toEqual([]);
});

it("a dispute that goes on, or whose end was not delivered, stays in the story", () => {
  expect(rowsOf(disputed("updated", "under_review"))).toEqual(["charge.dispute.updated"]);
  expect(rowsOf(disputed("updated", "lost", { delivery: "dead" }))).toEqual(["charge.dispute.updated"]);
  expect(rowsOf(disputed("updated", "warning_closed"))).toEqual([]);
});

it("what was not delivered, went wrong, or is told by no call of ours stays in the story", () => {
  expect(rowsOf(told("payment.updated", { delivery: "dead" }))).toEqual(["payment.updated"]);
  expect(rowsOf(told("charge.updated", { applied: "not_this_payment" }))).toEqual(["charge.updated"]);
  const refunded = told("charge.refunded", { applied: "unchanged" });
  expect(rowsOf(refunded)).toEqual(["charge.refunded"]);
  const pending = { refund: { status: "pending" } };
  expect(rowsOf(told("refund.updated", pending))).toEqual(["refund.updated"]);
  expect(rowsOf(told("refund.updated", { ...pending, applied: "unchanged" }))).toEqual([]);
  expect(rowsOf(told("payment_intent.succeeded").slice(1))).toEqual(["payment_intent.succeeded"]);
});

const refundedTo = (refundedCents: number) => told("charge.refunded", { refundedCents, delivery: "dead" });

it.each([
  ["a capture", [call("capture"), ...told("payment_intent.succeeded")], ["capture"]],
  ["a cancel", [call("cancel"), ...told("payment_intent.canceled")], ["cancel"]],
  [
    "refunds, by the sum after each",
    [call("refund", 1000), call("refund", 500), ...refundedTo(1500), ...refundedTo(1000)],
    ["refund", "refund"],
  ],
  [
    "no refund that was made elsewhere",
    [call("refund", 1000), ...refundedTo(700), ...refundedTo(1700)],
    ["refund", "charge.refunded", "charge.refunded"],
  ],
  [
    "nothing that the ledger did not take",
    [call("cancel"), ...told("payment_intent.canceled", { applied: "not_this_payment" })],
    ["cancel", "payment_intent.canceled"],
  ],
])("an event that confirms a call of ours is told with it: %s", (_, entries, rows) => {
  expect(rowsOf(entries)).toEqual(rows);
});
