import { describe, expect, it } from "vitest";
import { currenciesOf, netOf, sumsOf } from "../../../infra/pages/console/screens/overview/sums.ts";
import { groupTimeline } from "../../../infra/pages/console/screens/payments/group-timeline.ts";

const total = (given: object = {}) => ({
  currency: "usd",
  payments: 1,
  grossCents: 10_000,
  refundsCents: 1000 as number | null,
  disputesCents: 500,
  platformFeesCents: 200,
  processorFeesCents: 300 as number | null,
  netCents: 8000 as number | null,
  ...given,
});
const day = (date: string, totals: ReturnType<typeof total>[]) => ({
  date,
  isFinal: true,
  isComplete: true,
  totals,
});
const OPEN = { processorFeesCents: null, netCents: null };

const datesOf = (days: readonly { date: string }[]) => days.map(({ date }) => date).join(" ");

const partsOf = (days: ReturnType<typeof day>[], currency = "usd") => {
  const { sumOf, hasClosed, summed, open } = sumsOf(days, currency);
  const rest = { hasClosed, summed: datesOf(summed), open: datesOf(open) };
  const [gross, refunds, disputes, platform, processor, net] = [
    sumOf("grossCents"),
    sumOf("refundsCents"),
    sumOf("disputesCents"),
    sumOf("platformFeesCents"),
    sumOf("processorFeesCents"),
    sumOf("netCents"),
  ];
  return { gross, refunds, disputes, platform, processor, net, ...rest };
};

describe("the overview's sums", () => {
  it("are made by currency, and never over two", () => {
    const days = [day("1", [total({ currency: "eur" })]), day("2", [total(), total({ currency: "eur" })])];
    expect(currenciesOf(days)).toEqual(["eur", "usd"]);
    expect(partsOf(days, "eur")).toEqual({
      ...{ gross: 20_000, refunds: 2000, disputes: 1000, platform: 400, processor: 600, net: 16_000 },
      ...{ hasClosed: true, summed: "1 2", open: "" },
    });
  });

  it("begin with the currency of most payments, then by the alphabet", () => {
    const [one, other, few] = ["kwd", "eur", "usd"].map((currency) => total({ currency })) as [
      ReturnType<typeof total>,
      ReturnType<typeof total>,
      ReturnType<typeof total>,
    ];
    expect(currenciesOf([day("1", [one, other, few])])).toEqual(["eur", "kwd", "usd"]);
    const days = [day("1", [one, { ...few, payments: 22 }]), day("2", [one, other]), day("3", [one])];
    expect(currenciesOf(days)).toEqual(["usd", "kwd", "eur"]);
  });

  it("are all of the days with a statement, so that the parts add up to the net", () => {
    const days = [day("1", [total()]), day("2", [total({ ...OPEN, grossCents: 77_000 })])];
    const { gross, refunds, disputes, platform, processor, net, open } = partsOf(days);
    expect([gross, refunds, disputes, platform, processor, net]).toEqual([10_000, 1000, 500, 200, 300, 8000]);
    expect(open).toBe("2");
  });

  it("are of what was counted before the first statement, without what is not known yet", () => {
    const days = [day("2", [total(OPEN)])];
    expect(partsOf(days)).toEqual({
      ...{ gross: 10_000, refunds: 1000, disputes: 500, platform: 200, processor: null, net: null },
      ...{ hasClosed: false, summed: "2", open: "2" },
    });
  });

  it("are never of today, even before its first payment, nor of a day that is still counted", () => {
    const none = { isFinal: false, totals: [] };
    const counting = { ...day("2", []), ...none, isComplete: false };
    const before = { ...day("1", []), ...none };
    const today = { ...day("4", []), ...none };
    const { summed, open } = partsOf([before, counting, day("3", [total()]), today]);
    expect([summed, open]).toEqual(["1 3", "2 4"]);
    // Before 06:00 the statement of yesterday is still to come.
    const yesterday = { ...day("3", []), ...none };
    expect(partsOf([before, day("2", [total()]), yesterday, today]).open).toBe("3 4");
  });

  it("guess no refund", () => {
    const open = day("1", [total({ ...OPEN, refundsCents: null })]);
    expect(partsOf([open]).refunds).toBe(null);
    expect(netOf(open, "usd")).toBe(null);
    expect(netOf(day("1", [total(OPEN)]), "usd")).toBe(8300);
    expect(netOf(open, "eur")).toBe(0);
  });
});

const at = "2026-11-15T12:00:00.000Z";
const traceId = "trace";
let events = 0;
const told = (type: string, given: object = {}) => {
  const eventId = `evt_${++events}`;
  const event = {
    kind: "processor_event",
    at,
    receivedAt: at,
    traceId,
    eventId,
    type,
    applied: "applied",
    delivery: "delivered",
    declineCode: null,
    refundedCents: null,
    captureBefore: null,
    ...given,
  } as const;
  const attempt = {
    kind: "callback_attempt",
    endpointId: "ep_0f3c51b7d2e84a96",
    at,
    traceId,
    eventId,
    type,
    attempt: 1,
    milliseconds: 80,
    status: 204,
    error: null,
    nextAttemptAt: null,
    version: null,
  } as const;
  return (event.delivery as string) === "none" ? [event] : [event, attempt];
};
const call = (operation: "create" | "capture" | "cancel" | "refund", amountCents = 4999) =>
  ({ kind: "api_call", at, traceId, operation, amountCents }) as const;
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
