import { beforeEach, describe, expect, it } from "vitest";
import { Failure, type FailureExtras } from "../../../shared/domain/failure.ts";
import type { PaymentRecord } from "../../../shared/ledger/payments.ts";
import { eventKey, operationKey, pack, paymentKey, timeSort } from "../../../shared/ledger/table.ts";
import { DAY_MS, FakeWorld, PAYMENT_ID as ID, lostAccounts } from "../../support/fake-world.ts";
import { payoutLineWith, storePayout } from "../../support/payouts.ts";
import { intentWith, UNPAID } from "../../support/stripe-objects.ts";

/* What can be read of one payment: itself, its story, its refunds, and what an operator has looked up anew. */
const world = new FakeWorld().enter();
let fault: Failure | undefined;
const INTENT = intentWith({ ...UNPAID, status: "processing", application_fee_amount: null });
world.askMadeUp({
  accounts: lostAccounts,
  paymentIntents: { retrieve: async () => INTENT },
  refunds: {
    list: async () => {
      if (fault) throw fault;
      return { data: [{ id: "re_1", amount: 100, status: "succeeded", created: 1 }], has_more: true };
    },
  },
});
const { requirePayment } = await import("../../../shared/ledger/payments.ts");
const { getTimeline } = await import("../../../shared/flows/payments/get-timeline.ts");
const { listRefunds } = await import("../../../shared/flows/payments/list-refunds.ts");
const { refreshPayment } = await import("../../../shared/flows/payments/refresh-payment.ts");
const { listAudit } = await import("../../../shared/ledger/audit.ts");

const store = (given: Record<string, unknown> = {}) => {
  world.putPayment({ createdAt: world.now, status: "succeeded", traceId: "trace", ...given });
  return world.table.peek(paymentKey(ID)) as unknown as PaymentRecord;
};

/** An event of the payment that happened so long after its creation. */
const tell = (
  nth: number,
  type: string,
  { afterMs = 0, text, body }: { afterMs?: number; text?: string; body?: Uint8Array } = {},
) => {
  const eventId = `evt_${String(nth).padStart(4, "0")}`;
  const created = Math.floor((world.now + afterMs) / 1000);
  world.putEvent({ eventId, merchantId: "mer_1" }, { delivery: "none", receivedAt: world.now + nth });
  const told = body ?? pack(text ?? JSON.stringify({ created }));
  const eventSort = timeSort(world.now + nth, eventId);
  world.change(eventKey(eventId), { type, svcPaymentId: ID, eventSort, body: told });
};

beforeEach(() => {
  world.emptyTable();
  fault = undefined;
});

describe("a payment's story", () => {
  /** The payout that its charge is in, booked so long after the creation. */
  const payOut = async (bookedAfterMs: number) => {
    const createdAt = world.now + bookedAfterMs + DAY_MS;
    const line = { kind: "charge", svcPaymentId: ID, at: world.now + bookedAfterMs } as const;
    await storePayout("mer_1", { createdAt, arrivesAt: createdAt }, [[payoutLineWith(line)]]);
  };
  const payoutsIn = async (record: PaymentRecord) =>
    (await getTimeline({}, record)).flatMap((entry) => (entry.kind === "payout" ? [entry.payoutId] : []));

  it.each(["payment_intent.succeeded", "payment_intent.processing"])(
    "finds the payout by the time at which its charge was told of, by %s, however long after its creation",
    async (type) => {
      const afterMs = 60 * DAY_MS;
      tell(1, type, { afterMs });
      await payOut(afterMs);
      expect(await payoutsIn(store())).toEqual(["po_1"]);
    },
  );

  it("looks in the month after the creation where nobody has told of the charge, or its event cannot be read", async () => {
    await payOut(20 * DAY_MS);
    tell(1, "charge.refunded", { afterMs: 100 * DAY_MS });
    tell(2, "payment_intent.succeeded", { body: new Uint8Array([1]) });
    tell(3, "payment_intent.succeeded", { text: '{"created":"soon"}' });
    tell(4, "payment_intent.succeeded", { text: "" });
    expect(await payoutsIn(store())).toEqual(["po_1"]);
  });

  it("has no payout as long as it is not paid", async () => {
    await payOut(0);
    expect(await payoutsIn(store({ status: "requires_capture" }))).toEqual([]);
    expect(await payoutsIn(store({ status: undefined }))).toEqual([]);
  });

  it("has the newest two hundred of its events", async () => {
    for (let nth = 1; nth <= 201; nth++) tell(nth, "refund.updated");
    const entries = await getTimeline({}, store({ status: "canceled" }));
    const events = entries.flatMap((entry) => (entry.kind === "processor_event" ? [entry.eventId] : []));
    expect(events).toHaveLength(200);
    expect(events).not.toContain("evt_0001");
  });

  it("has its completed operations alone, of no other payment, in the order of their requests", async () => {
    const record = store({ status: "canceled" });
    const add = (svcPaymentId: string, nth: number, given: object = {}) =>
      world.change(operationKey(svcPaymentId, `op_${nth}`), {
        ...{ state: "completed", requestedAt: world.now + nth, traceId: "trace" },
        ...{ decided: { kind: "refund", amountCents: nth }, ...given },
      });
    for (let nth = 1; nth <= 150; nth++) add(ID, nth);
    add(ID, 200, { state: "claimed" });
    add(`${ID}0`, 300);
    const [creation, ...others] = await getTimeline({}, record);
    expect(creation).toMatchObject({ kind: "api_call", operation: "create" });
    const refunds = others.map((entry) => entry.kind === "api_call" && entry.amountCents);
    expect(refunds).toEqual(Array.from({ length: 150 }, (_, nth) => nth + 1));
  });

  it("has no event of another merchant", async () => {
    tell(1, "charge.refunded");
    tell(2, "charge.refunded");
    const other = world.eventOf("evt_0002") as { pk: string; sk: string };
    world.table.put({ ...other, merchantId: "mer_2" }, {});
    const entries = await getTimeline({}, store({ status: "canceled" }));
    const events = entries.flatMap((entry) => (entry.kind === "processor_event" ? [entry.eventId] : []));
    expect(events).toEqual(["evt_0001"]);
  });
});

describe("a payment", () => {
  const missing = { code: "not_found", message: expect.stringMatching(/no such payment/) };

  it("is its own merchant's, once it is made; otherwise it cannot be told from one that there is not", async () => {
    store();
    expect(await requirePayment("mer_1", ID)).toMatchObject({ svcPaymentId: ID, status: "succeeded" });
    await expect(requirePayment("mer_2", ID)).rejects.toMatchObject(missing);
    await expect(requirePayment("mer_1", "svcpay_1")).rejects.toMatchObject(missing);
    store({ state: "claimed" });
    await expect(requirePayment("mer_1", ID)).rejects.toMatchObject(missing);
    world.table.expire(paymentKey(ID));
    await expect(requirePayment("mer_1", ID)).rejects.toMatchObject(missing);
  });

  it("a payment that an operator doubts is asked for anew, written down and audited", async () => {
    const change = { at: world.now, actor: "olivia", random: (size: number) => new Uint8Array(size) };
    store();
    expect(await refreshPayment(ID, change)).toMatchObject({ status: "processing" });
    expect(await listAudit("mer_1")).toMatchObject([{ action: "refresh-payment", subject: ID }]);
    store({ state: "claimed", processorPaymentIntentId: undefined });
    await expect(refreshPayment(ID, change)).rejects.toMatchObject({ code: "invalid_request" });
    for (const id of ["svcpay_1", `svcpay_${"2".repeat(32)}`])
      await expect(refreshPayment(id, change)).rejects.toMatchObject({ code: "not_found" });
    expect(await listAudit("mer_1")).toHaveLength(1);
  });
});

describe("a payment's refunds", () => {
  const list = (startingAfter?: string) =>
    listRefunds({ merchantId: "mer_1", svcPaymentId: ID }, { limit: 1, startingAfter });
  const reject = (extras: FailureExtras) => {
    fault = new Failure("processor_unavailable", "The processor says no.", extras);
  };

  it("are the processor's, page by page", async () => {
    store();
    expect(await list()).toMatchObject({ items: [{ refundId: "re_1" }], hasMore: true, lastId: "re_1" });
  });

  it("cannot begin after one that there is not, and whatever else goes wrong is told as it is", async () => {
    store();
    reject({ processorSays: "missing" });
    await expect(list("re_none")).rejects.toMatchObject({
      ...{ code: "invalid_request", extras: { errors: [{ detail: expect.stringMatching(/refund/) }] } },
    });
    await expect(list()).rejects.toMatchObject({ code: "processor_unavailable" });
    reject({ processorSays: "nothing" });
    await expect(list("re_none")).rejects.toMatchObject({ code: "processor_unavailable" });
  });
});
