import { describe, expect, it } from "vitest";
import { inCausalOrder } from "../../../shared/domain/payments/causal-order.ts";
import type { Capture } from "../../../shared/domain/payments/operation.ts";
import type { Dispute } from "../../../shared/domain/payments/payment.ts";
import type { DeliveryStanding, EventRecord } from "../../../shared/ledger/events.ts";
import type { OperationRecord, PaymentRecord } from "../../../shared/ledger/payments.ts";
import type { PayoutRecord } from "../../../shared/ledger/payouts.ts";
import { disputeView } from "../../../shared/views/full-payment.ts";
import { timelineOf, timelineView } from "../../../shared/views/timeline.ts";

const SECOND = 1_780_000_000;
const MS = SECOND * 1000;
const traceId = "9e1b2c3d-0000-4000-8000-000000000001";

const record = { createdAt: MS - 5_000, traceId, terms: { amountCents: 4999 } } as PaymentRecord;

const done = (requestedAt: number, decided: object, state = "completed") =>
  ({ state, requestedAt, traceId, decided }) as OperationRecord<Capture>;
const captured = done(MS + 400, { kind: "capture", amountCents: 4999 });

const event = (eventId: string, receivedAt: number, type = "refund.updated"): EventRecord =>
  ({ eventId, type, traceId, log: [], delivery: "none", receivedAt }) as unknown as EventRecord;

/** Newest received first, as the ledger lists them. */
const orderOf = (...events: { event: EventRecord; createdSeconds: number | undefined }[]) =>
  timelineOf(record, {
    operations: [captured],
    events: events.map((one) => ({ ...one, deliveries: [] })),
  })
    .slice(1)
    .map((entry) => ("eventId" in entry ? entry.eventId : entry.kind));

describe("a payment's story", () => {
  it("puts an event that came in late where the processor made it", () => {
    const late = { event: event("evt_late", MS + 90_000), createdSeconds: SECOND + 2 };
    const prompt = { event: event("evt_prompt", MS + 8_000), createdSeconds: SECOND + 7 };
    expect(orderOf(late, prompt)).toEqual(["api_call", "evt_late", "evt_prompt"]);
  });

  it("puts a call before the event of the same second that it has caused", () => {
    const caused = { event: event("evt_1", MS + 900), createdSeconds: SECOND, deliveries: [] };
    expect(orderOf(caused)).toEqual(["api_call", "evt_1"]);
  });

  it("puts an event before a call that was made after it had come in", () => {
    const before = { event: event("evt_1", MS + 300), createdSeconds: SECOND, deliveries: [] };
    expect(orderOf(before)).toEqual(["evt_1", "api_call"]);
  });

  it("puts what a call presupposes before it, although it came in later in its second", () => {
    const refund = done(MS + 500, { kind: "refund", amountCents: 100 });
    const refunded = {
      event: event("evt_2", MS + 600, "charge.refunded"),
      createdSeconds: SECOND,
      deliveries: [],
    };
    const paid = {
      event: event("evt_1", MS + 900, "payment_intent.succeeded"),
      createdSeconds: SECOND,
      deliveries: [],
    };
    const held = {
      event: event("evt_0", MS + 950, "payment_intent.amount_capturable_updated"),
      createdSeconds: SECOND,
      deliveries: [],
    };
    const story = timelineOf(record, { operations: [refund, captured], events: [held, paid, refunded] });
    expect(
      story.map((entry) =>
        "eventId" in entry ? entry.eventId : "operation" in entry ? entry.operation : entry.kind,
      ),
    ).toEqual(["create", "evt_0", "capture", "evt_1", "refund", "evt_2"]);
  });

  it("takes the arrival where the processor's time is not known, and for what has the same time", () => {
    const second = { event: event("evt_2", MS + 7_000), createdSeconds: SECOND + 3 };
    const first = { event: event("evt_1", MS + 6_000), createdSeconds: SECOND + 3 };
    const erased = { event: event("evt_0", MS + 3_500), createdSeconds: undefined, deliveries: [] };
    expect(orderOf(second, first, erased)).toEqual(["api_call", "evt_0", "evt_1", "evt_2"]);
  });

  const viewOf = (given: object, log: object[] = [], createdSeconds: number | undefined = SECOND) => {
    const told = { ...event("evt_1", MS + 900), applied: "applied", ...given } as EventRecord;
    const other = { endpointId: "ep_0", delivery: "delivered", log: [] };
    const deliveries = [
      other,
      { endpointId: "ep_1", delivery: "dead", log },
    ] as unknown as DeliveryStanding[];
    const events = [{ event: told, createdSeconds, deliveries }];
    const [, ...entries] = timelineOf(record, { operations: [], events });
    return entries.map((entry) => timelineView(entry, { feePolicy: null }));
  };
  const ABOUT = { traceId, eventId: "evt_1", type: "refund.updated" };
  const iso = (ms: number) => new Date(ms).toISOString();

  it("answers both times of an event, all that it tells of the payment, and where its callback stands worst", () => {
    const plain = {
      ...{ kind: "processor_event", ...ABOUT, applied: "applied", delivery: "dead", endpointId: "ep_1" },
      ...{ at: iso(MS), receivedAt: iso(MS + 900) },
      ...{ declineCode: null, refundedCents: null, captureBefore: null },
    };
    expect(viewOf({})).toEqual([plain]);
    expect(viewOf({ applied: undefined })).toEqual([{ ...plain, applied: "not_finished" }]);
    const refund = { refundId: "re_1", status: "failed", amountCents: 5 };
    const told = { declineCode: "expired_card", refundedCents: 5, cancellationReason: "duplicate", refund };
    const dispute = {
      ...{ disputeId: "dp_1", status: "lost", reason: "fraudulent", amountCents: 7, currency: "usd" },
      ...{ evidenceDueBy: MS, evidenceSubmitted: true, createdAt: MS, updatedAt: MS },
    };
    expect(viewOf({ ...told, captureBefore: MS, dispute })).toEqual([
      { ...plain, ...told, captureBefore: iso(MS), dispute: disputeView(dispute as unknown as Dispute) },
    ]);
  });

  it("answers each attempt of a callback", () => {
    const attempt = { at: MS + 950, attempt: 2, milliseconds: 31 };
    const failed = { status: 500, error: "status", nextAttemptAt: MS + 5_000, version: 3 };
    const shown = { kind: "callback_attempt", ...ABOUT, endpointId: "ep_1", ...attempt, at: iso(MS + 950) };
    expect(viewOf({}, [attempt, { ...attempt, ...failed }]).slice(1)).toEqual([
      { ...shown, status: null, error: null, nextAttemptAt: null, version: null },
      { ...shown, ...failed, nextAttemptAt: iso(MS + 5_000) },
    ]);
  });

  it("answers what was done, by whose rules, and the payout that paid it out", () => {
    const facts = { status: "succeeded", refundedCents: 0 };
    const statementNotes = [
      { at: MS + 1, kind: "fee_returned", amountCents: 3 },
      { at: MS + 3, kind: "reconciled", before: facts, after: facts },
      { at: MS + 4, kind: "reconciled", before: facts, after: facts, reason: "edited_metadata" },
    ].map((note) => ({ ...note, traceId }));
    const operations = [
      done(MS + 2, { kind: "cancel", amountCents: 4, reason: "abandoned" }),
      done(MS, { kind: "refund", amountCents: 9, reason: "duplicate" }),
      done(MS, { kind: "refund", amountCents: 8 }, "claimed"),
      done(MS, { kind: "refund", amountCents: 7 }, "rejected"),
      done(MS, { kind: "already_done" }),
    ];
    const payout = { createdAt: MS + 9, payoutId: "po_1", status: "paid", arrivesAt: MS, failureCode: null };
    const entries = timelineOf(
      { ...record, statementNotes, terms: { amountCents: 4999, feePolicy: 2 } } as unknown as PaymentRecord,
      { operations, events: [], payout: { facts: payout } as unknown as PayoutRecord },
    );
    const at = (nth: number) => ({ at: iso(MS + nth), traceId });
    expect(entries.map((entry) => timelineView(entry, { feePolicy: null }))).toEqual([
      {
        ...{ kind: "api_call", ...at(-5_000), operation: "create", amountCents: 4999 },
        feePolicy: { number: 2, text: null },
      },
      { kind: "api_call", ...at(0), operation: "refund", amountCents: 9, reason: "duplicate" },
      { kind: "fee_returned", ...at(1), amountCents: 3 },
      { kind: "api_call", ...at(2), operation: "cancel", amountCents: 4 },
      { kind: "reconciled", ...at(3), before: facts, after: facts },
      { kind: "reconciled", ...at(4), before: facts, after: facts, reason: "edited_metadata" },
      {
        ...{ kind: "payout", at: iso(MS + 9), payoutId: "po_1", status: "paid", failureCode: null },
        arrivesOn: iso(MS).slice(0, 10),
      },
    ]);
  });

  it("puts all that may happen in one second in its causal order, and what is not known last", () => {
    const order = [
      ...["create", "charge", "requires_action", "processing", "payment_failed", "amount_capturable_updated"],
      ...["payment.hold_expiring", "capture", "cancel", "succeeded", "canceled", "refund", "charge.refunded"],
      ...["refund.updated", "refund.failed", "radar.early_fraud_warning.created", "charge.dispute.created"],
      ...["charge.dispute.funds_withdrawn", "charge.dispute.updated", "dispute.response_due"],
      ...["charge.dispute.closed", "of_the_future"],
    ];
    const ofIntent = /^(requires_action|processing|payment_failed|amount_\w+|succeeded|canceled)$/;
    const names = order.map((name) => name.replace(ofIntent, "payment_intent.$1"));
    const inOneSecond = names.toReversed().map((name) => ({ name, atMs: MS, latestMs: MS + 900 }));
    expect(inCausalOrder(inOneSecond, (one) => one).map(({ name }) => name)).toEqual(names);
  });
});
