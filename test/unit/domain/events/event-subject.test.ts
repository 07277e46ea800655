import { expect, it } from "vitest";
import { subjectOf } from "../../../../shared/domain/events/event-subject.ts";

const bodyWith = (object: object, former?: object): string =>
  JSON.stringify({ data: { object, previous_attributes: former } });

const ORDER = { metadata: { orderRef: "order-1042" }, currency: "usd" };
const NOTHING = { orderRef: null, amountCents: null, currency: null };

it.each([
  [
    "what was received, of a payment",
    "payment_intent.succeeded",
    { ...ORDER, amount: 9, amount_received: 7 },
    7,
  ],
  ["what was tried, of a decline", "payment_intent.payment_failed", { ...ORDER, amount: 9 }, 9],
  ["what is disputed", "charge.dispute.created", { ...ORDER, amount: 5 }, 5],
  ["what was paid out", "payout.paid", { ...ORDER, amount: 8 }, 8],
])("an event tells of %s", (_, type, object, amountCents) => {
  expect(subjectOf(type, bodyWith(object))).toEqual({ orderRef: "order-1042", amountCents, currency: "usd" });
});

it("a refund tells of what was refunded now, and of no amount where the former sum is missing", () => {
  const refund = { ...ORDER, amount: 4999, amount_refunded: 1500 };
  const subject = (former?: object) => subjectOf("charge.refunded", bodyWith(refund, former));
  expect(subject({ amount_refunded: 500 })).toMatchObject({ amountCents: 1000, currency: "usd" });
  expect(subject()).toEqual({ ...NOTHING, orderRef: "order-1042" });
});

it.each([
  ["an unreadable body", ""],
  ["a body without an object", "[]"],
  ["an amount without a currency", bodyWith({ amount: 5 })],
  ["an amount in what is no currency", bodyWith({ amount: 5, currency: "a secret" })],
  ["an amount that is no number", bodyWith({ amount: "5", currency: "usd" })],
  ["a secret in the order's place", bodyWith({ metadata: { orderRef: "pi_1_secret_2" } })],
  ["an order that is no text", bodyWith({ metadata: { orderRef: { name: "Jo" } } })],
])("%s tells of nothing", (_, body) => {
  expect(subjectOf("payment_intent.processing", body)).toEqual(NOTHING);
});
