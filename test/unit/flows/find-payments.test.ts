import { beforeEach, describe, expect, it, vi } from "vitest";
import type { PaymentSearch } from "../../../shared/flows/payments/find-payments.ts";
import type { Merchant } from "../../../shared/ledger/merchants.ts";
import { orderKey, timeSort } from "../../../shared/ledger/table.ts";
import { deliveryItem, ENDPOINT_ID, eventItem } from "../../support/event-item.ts";
import { FakeWorld } from "../../support/fake-world.ts";

/* What the console's list finds under its filters, over a ledger in memory. */
const world = new FakeWorld().enter();
let byCard: string[] | Error = [];
const askedFor: string[][] = [];
vi.doMock("../../../shared/processor/payment-details.ts", () => ({
  listMethods: async (_: string, charged: { chargeId: string }[]) => {
    askedFor.push(charged.map(({ chargeId }) => chargeId));
    return new Map();
  },
  searchByLast4: async () => {
    if (byCard instanceof Error) throw byCard;
    return byCard;
  },
}));

const { findPayments, totalPayments } = await import("../../../shared/flows/payments/find-payments.ts");

const MERCHANT = {
  ...{ merchantId: "mer_1", account: { processorAccountId: "acct_1" } },
  callbackEndpoints: { version: 1, list: [{ endpointId: ENDPOINT_ID }] },
} as unknown as Merchant;
const START = Date.UTC(2026, 0, 1);
const idOf = (nth: number) => `svcpay_${String(nth).padStart(32, "0")}`;
const createdOf = (nth: number) => START + nth * 60_000;

/** The nth payment is made in the nth minute. */
const store = (nth: number, terms: object = {}, given: object = {}) => {
  const order = { connectedAccountId: "acct_1", amountCents: 1000, applicationFeeCents: 0, currency: "usd" };
  const { orderRef } = terms as { orderRef?: string };
  world.putPayment({
    ...{ svcPaymentId: idOf(nth), processorPaymentIntentId: `pi_${nth}`, terms: { ...order, ...terms } },
    ...{ createdAt: createdOf(nth), status: "succeeded", paymentSort: timeSort(createdOf(nth), String(nth)) },
    ...(orderRef && { orderKey: orderKey("mer_1", orderRef) }),
    ...given,
  });
};

/** An event of the nth payment. */
const tell = (nth: number, delivery: "delivered" | "dead" | "none", given: object = {}) => {
  const event = { eventId: `evt_${nth}`, merchantId: "mer_1" };
  const stored = { delivery, receivedAt: createdOf(nth) };
  const place = { svcPaymentId: idOf(nth), eventSort: timeSort(createdOf(nth), `${nth}`) };
  world.table.put({ ...eventItem(event, stored), ...place, ...given }, {});
  if (delivery !== "none") world.table.put(deliveryItem(event, stored), {});
};

const ALL: PaymentSearch = {};
const readerBy = (kind: "key" | "operator") =>
  ({ merchant: MERCHANT, session: { maker: { kind } } }) as Parameters<typeof findPayments>[0];
const reader = readerBy("key");

async function find(wanted: Partial<PaymentSearch>, limit = 25) {
  const { items, ...rest } = await findPayments(reader, { ...wanted, limit });
  return { found: items.map(({ svcPaymentId }) => Number(svcPaymentId.slice(7))), ...rest };
}

beforeEach(() => {
  world.emptyTable();
  byCard = [];
  askedFor.length = 0;
});

const DECLINED = { status: "requires_payment_method" };

describe("a list of payments", () => {
  it("goes on where a page ended, and shows each match once", async () => {
    for (let nth = 1; nth <= 7; nth++) store(nth, { customerRef: nth % 2 ? "ada" : "bob" });
    const first = await find({ customer: "ada" }, 2);
    expect(first).toMatchObject({ found: [7, 5], searchedTo: null });
    const second = await find({ customer: "ada", startingAfter: first.next ?? "" }, 2);
    expect(second.found).toEqual([3, 1]);
    const last = second.next ? await find({ customer: "ada", startingAfter: second.next }, 2) : { found: [] };
    expect(last.found).toEqual([]);
  });

  it("knows several statuses, and what needs action", async () => {
    store(1, {}, DECLINED);
    store(2, {}, { status: "requires_capture", captureBefore: createdOf(9) });
    store(3, {}, { status: "refunded", refundedCents: 1000 });
    store(4, {}, { failedRefunds: { re_1: { refundId: "re_1", amountCents: 5, failureReason: null } } });
    store(5);
    expect((await find({ status: "refunded,succeeded" })).found).toEqual([5, 3]);
    expect((await find({ status: "needs_action" })).found).toEqual([4, 2]);
    expect((await find({ status: "requires_payment_method" })).found).toEqual([1]);
  });

  it("reads the events of those alone that can have the status", async () => {
    store(1, {}, DECLINED);
    for (let nth = 2; nth <= 9; nth++) store(nth);
    const query = vi.spyOn(world.table, "query");
    await find({ status: "declined" });
    // The list of payments, and the events of one.
    expect(query).toHaveBeenCalledTimes(2);
    query.mockRestore();
  });

  it("finds an order that is named exactly and nothing else, then parts of it and amounts of every currency", async () => {
    store(1, { orderRef: "A-1" });
    store(2, { orderRef: "A-12" });
    store(3, { amountCents: 12_340, currency: "kwd" });
    expect((await find({ search: "A-1" })).found).toEqual([1]);
    expect((await find({ search: "a-1" })).found).toEqual([2, 1]);
    expect((await find({ search: "12.34" })).found).toEqual([3]);
  });

  it("finds a card by its last four digits, but for no operator, and does without where that cannot be asked", async () => {
    store(1);
    store(2);
    byCard = ["pi_1"];
    expect((await find({ search: "4242" })).found).toEqual([1]);
    for (const search of ["424", "42424", "4242a"]) expect((await find({ search })).found).toEqual([]);
    const operators = await findPayments(readerBy("operator"), { search: "4242", limit: 25 });
    expect(operators.items).toEqual([]);
    byCard = new Error("Away.");
    expect((await find({ search: "4242" })).found).toEqual([]);
  });

  it("finds for an operator an order and an amount, but no word that is hidden from operators", async () => {
    store(1, { orderRef: "A-1", customerRef: "anna@berg.example", description: "Wig", amountCents: 4999 });
    const found = async (search: string) =>
      (await findPayments(readerBy("operator"), { search, limit: 25 })).items.length;
    expect(await Promise.all(["A-1", "a-", "49.99", "anna", "wig"].map(found))).toEqual([1, 1, 1, 0, 0]);
    expect((await find({ search: "wig" })).found).toEqual([1]);
    const byCustomer = { customer: "anna@berg.example" };
    const rejection = { code: "invalid_request" };
    await expect(findPayments(readerBy("operator"), { ...byCustomer, limit: 25 })).rejects.toMatchObject(
      rejection,
    );
    await expect(totalPayments(readerBy("operator"), byCustomer)).rejects.toMatchObject(rejection);
  });

  it("looks through a thousand payments at a time, and says how far", async () => {
    for (let nth = 1; nth <= 1001; nth++) store(nth, nth === 1 ? { customerRef: "ada" } : {});
    const first = await find({ customer: "ada" });
    expect(first).toEqual({ found: [], next: idOf(2), searchedTo: createdOf(2) });
    expect(await find({ customer: "ada", startingAfter: idOf(2) })).toEqual({
      ...{ found: [1], next: null, searchedTo: null },
    });
  });
});

it("what only a payment's events tell is found by them: its webhook, and whether an attempt was declined", async () => {
  const declined = { type: "payment_intent.payment_failed" };
  store(1);
  tell(1, "delivered");
  store(2);
  tell(2, "dead");
  store(3);
  store(4, {}, DECLINED);
  tell(4, "dead", declined);
  store(5, {}, DECLINED);
  const found = async (wanted: Partial<PaymentSearch>) => {
    const shown = (await find(wanted)).found;
    expect(await totalPayments(reader, wanted)).toMatchObject({ payments: shown.length });
    return shown;
  };
  expect(await found({ delivery: "delivered" })).toEqual([1]);
  expect(await found({ delivery: "dead" })).toEqual([4, 2]);
  expect(await found({ delivery: "none" })).toEqual([5, 3]);
  expect(await found({ status: "declined" })).toEqual([4]);
  expect(await found({ status: "requires_payment_method" })).toEqual([5]);
  expect(await found({ status: "succeeded", delivery: "dead" })).toEqual([2]);
});

it("fewer payments are looked through for a webhook's state, which their events tell", async () => {
  for (let nth = 1; nth <= 301; nth++) store(nth);
  expect(await find({ delivery: "dead" })).toEqual({ found: [], next: idOf(2), searchedTo: createdOf(2) });
});

it("goes on after what it has shown, where the hundredth payment is an open claim that is claimed again since", async () => {
  for (let nth = 1; nth <= 101; nth++) store(nth, nth === 3 || nth === 1 ? { customerRef: "ada" } : {});
  store(2, {}, { state: "claimed" });
  const first = await find({ customer: "ada" }, 1);
  expect(first.found).toEqual([3]);
  store(2, {}, { paymentSort: timeSort(createdOf(200), "2") });
  expect((await find({ customer: "ada", startingAfter: first.next ?? "" }, 1)).found).toEqual([1]);
});

it("shows each match once, in the order of the list, wherever its pages end", async () => {
  for (let nth = 1; nth <= 230; nth++) store(nth, nth % 3 ? {} : { customerRef: "ada" });
  const all = Array.from({ length: 76 }, (_, nth) => 228 - 3 * nth);
  for (const limit of [1, 7, 25, 34, 76, 100]) {
    const found: number[] = [];
    let next: string | null = "";
    while (next !== null) {
      const page = await find({ customer: "ada", ...(next && { startingAfter: next }) }, limit);
      expect(page.found.length).toBeLessThanOrEqual(limit);
      found.push(...page.found);
      next = page.next;
    }
    expect(found, `pages of ${limit}`).toEqual(all);
  }
});

it("asks the processor once, for the cards of what is shown", async () => {
  for (let nth = 1; nth <= 300; nth++)
    store(nth, nth % 150 ? {} : { customerRef: "ada" }, { processorChargeId: `ch_${nth}` });
  expect((await find({ delivery: "dead" })).found).toEqual([]);
  expect((await find({ customer: "ada" })).found).toEqual([300, 150]);
  expect(askedFor).toEqual([["ch_300", "ch_150"]]);
});

it("totals are of everything that the filter finds, a thousand payments at a time", async () => {
  for (let nth = 1; nth <= 1500; nth++) store(nth, { currency: nth % 2 ? "usd" : "eur" });
  store(1501, {}, { ...DECLINED });
  store(1502, {}, { status: "partially_refunded", amountCents: 900, refundedCents: 300 });
  const first = await totalPayments(reader, ALL);
  expect(first).toMatchObject({ payments: 1000, lookedThrough: 1000, next: idOf(503) });
  const rest = await totalPayments(reader, { ...ALL, startingAfter: first.next ?? "" });
  expect(rest).toMatchObject({ payments: 502, next: null });
  const usd = [first, rest].flatMap(({ totals }) => totals.filter(({ currency }) => currency === "usd"));
  const sum = (name: "capturedCents" | "refundedCents") => usd.reduce((all, one) => all + one[name], 0);
  expect([sum("capturedCents"), sum("refundedCents")]).toEqual([750 * 1000 + 900, 300]);
});

it("totals count no payment again where the thousandth is an open claim that is claimed again since", async () => {
  for (let nth = 1; nth <= 1001; nth++) store(nth);
  store(2, {}, { state: "claimed" });
  const first = await totalPayments(reader, ALL);
  store(2, {}, { state: "claimed", paymentSort: timeSort(createdOf(2000), "2") });
  const rest = await totalPayments(reader, { ...ALL, startingAfter: first.next ?? "" });
  expect([first.payments, rest.payments, rest.next]).toEqual([999, 1, null]);
});

it("what a bank disputes in another currency is not added to the payments' own", async () => {
  const dispute = { disputeId: "dp_1", status: "needs_response", reason: "fraudulent", openedAt: START };
  store(1, {}, { disputes: { dp_1: { ...dispute, amountCents: 150_000, currency: "jpy" } } });
  store(2, {}, { disputes: { dp_2: { ...dispute, amountCents: 300, currency: "usd" } } });
  store(3, {}, { disputes: { dp_3: { ...dispute, amountCents: 20 } } });
  const { totals } = await totalPayments(reader, ALL);
  expect(totals).toMatchObject([{ currency: "usd", paidPayments: 3, disputedCents: 320 }]);
});
