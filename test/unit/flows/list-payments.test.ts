import { beforeEach, describe, expect, it, vi } from "vitest";
import type { DeliveryState } from "../../../shared/domain/events/event.ts";
import type { PaymentFilter } from "../../../shared/flows/payments/list-payments.ts";
import type { Merchant } from "../../../shared/ledger/merchants.ts";
import { deliveryKey, eventKey, orderKey, pack, timeSort } from "../../../shared/ledger/table.ts";
import { deliveryItem, ENDPOINT_ID, eventItem } from "../../support/event-item.ts";
import { FakeWorld } from "../../support/fake-world.ts";

/* Which payments a list shows under a filter, and where its next page begins, over a ledger in memory. */
const world = new FakeWorld().enter();

const asked: unknown[][] = [];
let cards: () => Promise<Map<string, unknown>>;
vi.doMock("../../../shared/processor/payment-details.ts", () => ({
  listMethods: (...given: unknown[]) => {
    asked.push(given);
    return cards();
  },
}));
const { listPayments } = await import("../../../shared/flows/payments/list-payments.ts");

const MERCHANT = {
  ...{ merchantId: "mer_1", account: { processorAccountId: "acct_1" }, formerAccountIds: ["acct_former"] },
  callbackEndpoints: { version: 1, list: [{ endpointId: ENDPOINT_ID }, { endpointId: "ep_2" }] },
} as unknown as Merchant;
const START = Date.UTC(2026, 0, 1);
const idOf = (nth: number) => `svcpay_${String(nth).padStart(32, "0")}`;
const createdOf = (nth: number) => START + nth * 60_000;

type Given = Record<string, unknown> & { orderRef?: string };

/** The nth payment is made in the nth minute. */
const store = (nth: number, { orderRef, merchantId = "mer_1", ...given }: Given = {}) =>
  world.putPayment({
    ...{ svcPaymentId: idOf(nth), merchantId, processorPaymentIntentId: `pi_${nth}`, terms: { orderRef } },
    ...{ createdAt: createdOf(nth), status: "succeeded", paymentSort: timeSort(createdOf(nth), String(nth)) },
    ...(orderRef && { orderKey: orderKey(String(merchantId), orderRef) }),
    ...given,
  });

/** One of a payment's events, the later the higher its number. */
const tell = (
  nth: number,
  number: number,
  delivery: DeliveryState,
  {
    merchantId = "mer_1",
    log,
    ...given
  }: { merchantId?: string; log?: object[] } & Record<string, unknown> = {},
) => {
  const eventId = `evt_${nth}_${number}`;
  const stored = { delivery, receivedAt: START + number };
  const event = eventItem({ eventId, merchantId }, stored);
  const eventSort = timeSort(START + number, `${nth}`);
  world.table.put({ ...event, svcPaymentId: idOf(nth), eventSort, ...given }, {});
  const made = { ...deliveryItem({ eventId, merchantId }, stored), ...(log && { log, deliveryRound: 2 }) };
  if (delivery !== "none") world.table.put(made, {});
};

const list = async (filter: PaymentFilter = {}, page: { limit?: number; startingAfter?: string } = {}) => {
  const found = await listPayments(MERCHANT, { limit: 10, ...page }, filter);
  return { ...found, items: found.items.map(({ svcPaymentId }) => Number(svcPaymentId.slice(-5))) };
};

beforeEach(() => {
  world.emptyTable();
});

describe("a list of payments", () => {
  it("shows the newest first, those of one page, and begins the next after the last", async () => {
    for (const nth of [1, 2, 3]) store(nth);
    const first = await list({}, { limit: 2 });
    expect(first).toEqual({ items: [3, 2], hasMore: true, lastId: idOf(2) });
    const next = await list({}, { limit: 2, startingAfter: idOf(2) });
    expect(next).toEqual({ items: [1], hasMore: false, lastId: idOf(1) });
  });

  it("leaves out what is not made yet, and goes on after it all the same", async () => {
    store(1);
    store(2, { state: "claimed" });
    expect(await list({}, { limit: 1 })).toEqual({ items: [], hasMore: true, lastId: idOf(2) });
    expect(await list({}, { limit: 1, startingAfter: idOf(2) })).toMatchObject({
      items: [1],
      hasMore: false,
    });
    // A search for a status does not find it either: what every payment is at first, it is not.
    expect(await list({ status: "requires_payment_method" })).toMatchObject({ items: [] });
  });

  it("shows each payment once, although a creation at a page's edge was rejected and is sent again", async () => {
    for (const nth of [1, 2, 4]) store(nth);
    store(3, { state: "rejected" });
    const first = await list({}, { limit: 2 });
    // The client corrects its body and sends it again under the same key: the claim is made anew (ledger/claims.ts).
    store(3, { createdAt: createdOf(9), paymentSort: timeSort(createdOf(9), "3") });
    const next = await list({}, { limit: 2, startingAfter: first.lastId ?? "" });
    expect([first.items, next.items]).toEqual([[4], [2, 1]]);
  });
});

describe("a search", () => {
  it("for a status or for trouble fills its page from far behind", async () => {
    for (let nth = 3; nth <= 150; nth++) store(nth);
    store(1, { status: "canceled" });
    store(2, { disputes: { dp_1: {} } });
    expect(await list({ status: "canceled" })).toEqual({ items: [1], hasMore: false, lastId: idOf(1) });
    expect(await list({ trouble: "disputed" })).toEqual({ items: [2], hasMore: false, lastId: idOf(2) });
  });

  it("a search for a customer finds that customer's payments alone", async () => {
    store(1, { terms: { customerRef: "cus_1" } });
    store(2, { terms: { customerRef: "cus_2" } });
    store(3);
    expect(await list({ customerRef: "cus_1" })).toMatchObject({ items: [1] });
  });

  it("a search that is cut short says since when it has looked at all payments", async () => {
    for (let nth = 1; nth <= 1001; nth++) store(nth);
    expect(await list({ status: "canceled" })).toEqual({
      ...{ items: [], hasMore: true, lastId: idOf(2), searchedTo: createdOf(2) },
    });
  });

  it("tells a dispute from a refund that failed", async () => {
    store(1, { disputes: { dp_1: {} } });
    store(2, { failedRefunds: { re_1: {} } });
    store(3);
    expect(await list({ trouble: "disputed" })).toMatchObject({ items: [1] });
    expect(await list({ trouble: "refund_failed" })).toMatchObject({ items: [2] });
  });
});

describe("a payment that is named", () => {
  it("is found by its id, alone, and only by its own merchant", async () => {
    for (const nth of [1, 2]) store(nth);
    store(3, { merchantId: "mer_2" });
    expect(await list({ svcPaymentId: idOf(1) })).toMatchObject({ items: [1], hasMore: false });
    expect(await list({ svcPaymentId: idOf(3) })).toMatchObject({ items: [], hasMore: false });
  });

  it("is shown only where its order, its time and its status are those asked for", async () => {
    store(5, { orderRef: "A-1" });
    const svcPaymentId = idOf(5);
    const at = createdOf(5);
    const found = async (filter: PaymentFilter) =>
      (await list({ svcPaymentId, ...filter })).items.length === 1;
    expect(await found({ orderRef: "A-1" })).toBe(true);
    expect(await found({ orderRef: "A-2" })).toBe(false);
    expect(await found({ since: at })).toBe(true);
    expect(await found({ since: at + 1 })).toBe(false);
    expect(await found({ until: at + 1 })).toBe(true);
    expect(await found({ until: at })).toBe(false);
    expect(await found({ status: "canceled" })).toBe(false);
    expect(await found({ trouble: "disputed" })).toBe(false);
  });

  it("is found by the intent that the ledger has stored, and another merchant's is not", async () => {
    store(1);
    store(2, { merchantId: "mer_other" });
    expect(await list({ processorPaymentIntentId: "pi_1" })).toMatchObject({ items: [1], hasMore: false });
    expect(await list({ processorPaymentIntentId: "pi_2" })).toMatchObject({ items: [] });
    expect(await list({ processorPaymentIntentId: "pi_3" })).toMatchObject({ items: [], hasMore: false });
  });
});

it("an order has its own payments, and within the times that are asked for", async () => {
  for (const nth of [1, 2, 3]) store(nth, { orderRef: "A-1" });
  store(4, { orderRef: "A-2" });
  store(5);
  expect(await list({ orderRef: "A-1" })).toMatchObject({ items: [3, 2, 1] });
  const times = { since: createdOf(2), until: createdOf(3) };
  expect(await list({ orderRef: "A-1", ...times })).toMatchObject({ items: [2] });
  expect(await list(times)).toMatchObject({ items: [2] });
});

describe("where a payment's callback stands", () => {
  const deliveryOf = async (include?: "delivery") =>
    (await listPayments(MERCHANT, { limit: 10 }, { include })).items.map(({ delivery }) => delivery);

  it("is shown only where it was asked for", async () => {
    store(1);
    tell(1, 1, "dead");
    expect(await deliveryOf()).toEqual([undefined]);
    expect(await deliveryOf("delivery")).toEqual(["dead"]);
  });

  it("is of the last event that its merchant's server is told of, and null without any", async () => {
    for (const nth of [1, 2, 3]) store(nth);
    tell(1, 1, "dead");
    tell(1, 2, "delivered");
    tell(1, 3, "none");
    tell(1, 4, "pending", { merchantId: "mer_2" });
    tell(2, 1, "none");
    expect(await deliveryOf("delivery")).toEqual([null, null, "delivered"]);
    // Another endpoint was told of it, too: where it stands worst counts.
    const eventId = "evt_1_2";
    world.change(eventKey(eventId), { endpoints: [ENDPOINT_ID, "ep_2"] });
    const other = { ...deliveryKey(eventId, "ep_2"), endpointId: "ep_2", delivery: "dead" };
    world.table.put({ ...world.deliveryOf(eventId), ...other }, {});
    expect(await deliveryOf("delivery")).toEqual([null, null, "dead"]);
  });

  it("is looked for among the last ten events", async () => {
    store(1);
    tell(1, 1, "dead");
    for (let number = 2; number <= 10; number++) tell(1, number, "none");
    expect(await deliveryOf("delivery")).toEqual(["dead"]);
    tell(1, 11, "none");
    expect(await deliveryOf("delivery")).toEqual([null]);
  });
});

describe("what a payment's last events say", () => {
  const body = (told: object) => pack(JSON.stringify(told));
  const TOLD = {
    ...{ delivery: null, deliveryAttempts: 0, method: null, cancellationReason: null },
    ...{ paidAt: null, lastDecline: null },
  };
  const show = async (asksForCards = false) => {
    const { items } = await listPayments(MERCHANT, { limit: 1 }, { include: "delivery", asksForCards });
    const { delivery, deliveryAttempts, method, cancellationReason, paidAt, lastDecline } = items[0] ?? {};
    return { delivery, deliveryAttempts, method, cancellationReason, paidAt, lastDecline };
  };
  const paid = (nth: number, given: object = {}) =>
    tell(1, nth, "none", { body: body({ created: 7 }), ...given });
  const other = (nth: number, given: object = {}) =>
    tell(1, nth, "none", { type: "charge.refunded", ...given });
  const card = (last4: string) => ({ type: "card", card: { brand: "visa", last4 } });
  const charge = (last4: string) =>
    body({ data: { object: { object: "charge", payment_method_details: card(last4) } } });
  const visa = (last4: string) => ({ type: "card", brand: "visa", last4 });

  it("nothing is said where there are none", async () => {
    store(1);
    expect(await show()).toEqual(TOLD);
  });

  it.each([
    ["damaged", new Uint8Array([1])],
    ["empty", pack("")],
  ])("nothing is said of an event whose body is %s", async (_, damaged) => {
    store(1);
    paid(1, { body: damaged });
    expect(await show()).toEqual(TOLD);
  });

  it("its attempts are those of the round that it is in", async () => {
    store(1);
    const log = [1, 2, 2].map((deliveryRound) => ({ deliveryRound }));
    tell(1, 1, "pending", { log, type: "charge.refunded" });
    expect(await show()).toEqual({ ...TOLD, delivery: "pending", deliveryAttempts: 2 });
  });

  it("why it was canceled, and why it was declined last", async () => {
    store(1, { status: "canceled" });
    const failed = { type: "payment_intent.payment_failed" };
    tell(1, 1, "none", failed);
    expect(await show()).toEqual({ ...TOLD, lastDecline: "unknown" });
    tell(1, 2, "none", { ...failed, declineCode: "expired_card" });
    tell(1, 3, "none", { type: "payment_intent.canceled", cancellationReason: "duplicate" });
    tell(1, 4, "none", { ...failed, declineCode: "stolen_card", merchantId: "mer_2" });
    expect(await show()).toEqual({
      ...{ ...TOLD, lastDecline: "expired_card", cancellationReason: "duplicate" },
    });
  });

  it("when it was paid, by the processor's time, among its last forty events", async () => {
    store(1);
    paid(1);
    paid(2, { merchantId: "mer_2", body: body({ created: 8 }) });
    for (let nth = 3; nth <= 40; nth++) other(nth);
    expect(await show()).toEqual({ ...TOLD, paidAt: 7000 });
    other(41);
    expect(await show()).toEqual(TOLD);
  });

  it("not that it was paid where its status is another, or the event has no time", async () => {
    store(1, { status: "canceled" });
    paid(1);
    expect(await show()).toEqual(TOLD);
    store(1);
    paid(1, { body: body({}) });
    expect(await show()).toEqual(TOLD);
  });

  it("the newest card that a charge names, and none of a declined attempt before a later one", async () => {
    store(1);
    other(1, { body: charge("1111") });
    other(2, { body: charge("2222") });
    other(3);
    expect(await show()).toEqual({ ...TOLD, method: visa("2222") });
    for (const type of ["succeeded", "processing", "amount_capturable_updated"]) {
      other(4, { type: `payment_intent.${type}` });
      expect(await show()).toEqual(TOLD);
    }
    const onlyLink = { data: { object: { payment_method_types: ["link"] } } };
    other(5, { body: body(onlyLink) });
    expect(await show()).toEqual({ ...TOLD, method: { type: "link", brand: null, last4: null } });
  });

  it("the card of its charge is asked of the processor where no event names it, and only then", async () => {
    store(1, { processorChargeId: "ch_1" });
    asked.length = 0;
    cards = async () => new Map([["ch_1", visa("4242")]]);
    expect(await show()).toEqual(TOLD);
    expect(await show(true)).toEqual({ ...TOLD, method: visa("4242") });
    expect(asked).toEqual([["acct_1", [{ createdAt: createdOf(1), chargeId: "ch_1" }]]]);
    other(1, { body: charge("1111") });
    expect(await show(true)).toEqual({ ...TOLD, method: visa("1111") });
    cards = () => Promise.reject(new Error("away"));
    other(1);
    expect(await show(true)).toEqual(TOLD);
    store(1);
    asked.length = 0;
    expect(await show(true)).toEqual(TOLD);
    expect(asked).toEqual([]);
  });
});
