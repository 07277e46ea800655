import type Stripe from "stripe";
import { expect, it } from "vitest";
import { toPaidSnapshot, toSnapshot } from "../../../shared/processor/snapshot.ts";
import { chargeWith, intentWith } from "../../support/stripe-objects.ts";

const SECONDS = 1_790_000_000;

type Details = Pick<Stripe.Charge.PaymentMethodDetails, "type"> & {
  card?: Pick<Stripe.Charge.PaymentMethodDetails.Card, "capture_before">;
  card_present?: Pick<Stripe.Charge.PaymentMethodDetails.CardPresent, "capture_before">;
};

/** An intent that is authorized for more than was ordered. */
const authorized = (payment_method_details: Details) =>
  intentWith({
    ...{ status: "requires_capture", capture_method: "manual", amount_capturable: 1200, amount_received: 0 },
    application_fee_amount: 55,
    latest_charge: chargeWith({
      ...{ amount: 1200, amount_captured: 0, captured: false, created: SECONDS, payment_method_details },
      application_fee_amount: null,
    }),
  });

it.each([
  ["online", { type: "card", card: { capture_before: SECONDS } }],
  ["at a reader", { type: "card_present", card_present: { capture_before: SECONDS } }],
])("tells until when a hold that was made %s can be captured (fact 16)", (_name, details) => {
  expect(toSnapshot(authorized(details)).charge?.captureBefore).toBe(SECONDS * 1000);
});

it.each([
  ["klarna", 28],
  ["cashapp", 7],
])("tells it of a hold of %s, whose charge does not say it, by the method's own time", (type, days) => {
  const authorizedOn = Math.floor(SECONDS / 86_400);
  const until = toSnapshot(authorized({ type })).charge?.captureBefore ?? 0;
  expect(Math.floor(until / 86_400_000) - authorizedOn).toBe(days);
});

it("tells what is authorized apart from what was ordered, and what it was paid with", () => {
  expect(toSnapshot(authorized({ type: "card" }))).toMatchObject({
    amountCents: 1000,
    capturableCents: 1200,
    charge: { methodType: "card", applicationFeeCents: 55, captureBefore: (SECONDS + 7 * 86_400) * 1000 },
  });
});

it("tells how it is captured: by itself, unless the order says that it waits", () => {
  const methodOf = (capture_method: string) =>
    toSnapshot({ ...authorized({ type: "card" }), capture_method } as Stripe.PaymentIntent).captureMethod;
  expect(["manual", "automatic", "automatic_async"].map(methodOf)).toEqual([
    "manual",
    "automatic",
    "automatic",
  ]);
});

it("tells the fee of the charge where that has its own, of the intent otherwise, and none where nobody names one", () => {
  const { latest_charge, ...intent } = authorized({ type: "card" });
  const feesOf = (ofIntent: number | null, ofCharge: number | null) => {
    const charge = { ...(latest_charge as Stripe.Charge), application_fee_amount: ofCharge };
    const snapshot = toSnapshot({ ...intent, application_fee_amount: ofIntent, latest_charge: charge });
    return [snapshot.applicationFeeCents, snapshot.charge?.applicationFeeCents];
  };
  expect(feesOf(55, 44)).toEqual([55, 44]);
  expect(feesOf(55, null)).toEqual([55, 55]);
  expect(feesOf(null, null)).toEqual([0, 0]);
});

it("tells of a charge that is only named nothing but its name, and by which platform the intent was made", () => {
  const given = { ...authorized({ type: "card" }), latest_charge: "ch_1", application: { id: "ca_1" } };
  expect(toSnapshot(given as Stripe.PaymentIntent)).toMatchObject({
    chargeId: "ch_1",
    charge: null,
    applicationId: "ca_1",
  });
  const none = { ...given, latest_charge: null, application: null };
  expect(toSnapshot(none)).toMatchObject({ chargeId: null, charge: null, applicationId: null });
});

it("a charge that was paid leaves nothing to capture, and has no fee where it names none", () => {
  const { latest_charge } = authorized({ type: "card" });
  const charge = { ...(latest_charge as Stripe.Charge), amount_captured: 700, currency: "usd", metadata: {} };
  expect(toPaidSnapshot(charge, "pi_1")).toMatchObject({
    status: "succeeded",
    amountCents: 1200,
    capturableCents: 0,
    receivedCents: 700,
    applicationFeeCents: 0,
    charge: { applicationFeeCents: 0 },
  });
});

it.each([
  ["without an id", { id: undefined }, /shape/],
  ["without a currency", { currency: undefined }, /shape/],
  ["with a status of a later time", { status: "of_the_future" }, /status/],
])("does not understand an intent %s", (_name, given, words) => {
  const intent = { ...authorized({ type: "card" }), ...given } as unknown as Stripe.PaymentIntent;
  expect(() => toSnapshot(intent)).toThrow(words);
});

it.each(["amount", "amount_capturable", "amount_received"])(
  "does not understand an intent without a whole %s",
  (field) => {
    const intent = { ...authorized({ type: "card" }), [field]: undefined };
    expect(() => toSnapshot(intent)).toThrow(/shape/);
  },
);
