import { describe, expect, it } from "vitest";
import type { EventRecord } from "../../../shared/ledger/event-record.ts";
import type { PaymentRecord } from "../../../shared/ledger/payments.ts";
import { timelineOf, timelineView } from "../../../shared/views/timeline.ts";

const SECOND = 1_780_000_000;
const MS = SECOND * 1000;
const traceId = "9e1b2c3d-0000-4000-8000-000000000001";

const record = {
  createdAt: MS - 5_000,
  traceId,
  terms: { amountCents: 4999 },
  history: [{ at: MS + 400, operation: "capture", operationId: "op_1", amountCents: 4999, traceId }],
} as unknown as PaymentRecord;

const event = (eventId: string, receivedAt: number, type = "refund.updated"): EventRecord =>
  ({ eventId, type, traceId, log: [], delivery: "none", receivedAt }) as unknown as EventRecord;

/** Newest received first, as the ledger lists them. */
const orderOf = (...events: { event: EventRecord; createdSeconds: number | undefined }[]) =>
  timelineOf(
    record,
    events.map((one) => ({ ...one, deliveries: [] })),
  )
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
    const refund = { at: MS + 500, operation: "refund", operationId: "op_2", amountCents: 100, traceId };
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
    const story = timelineOf({ ...record, history: [...(record.history ?? []), refund] } as PaymentRecord, [
      held,
      paid,
      refunded,
    ]);
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

  it("answers both times of an event", () => {
    const [, , entry] = timelineOf(record, [
      { event: event("evt_1", MS + 900), createdSeconds: SECOND, deliveries: [] },
    ]);
    expect(entry && timelineView(entry, { feePolicy: null })).toMatchObject({
      at: new Date(MS).toISOString(),
      receivedAt: new Date(MS + 900).toISOString(),
    });
  });
});
