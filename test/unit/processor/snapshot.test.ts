import type Stripe from "stripe";
import { expect, it } from "vitest";
import { toSnapshot } from "../../../shared/processor/snapshot.ts";

const SECONDS = 1_790_000_000;

type Details = Pick<Stripe.Charge.PaymentMethodDetails, "type"> & {
  card?: Pick<Stripe.Charge.PaymentMethodDetails.Card, "capture_before">;
  card_present?: Pick<Stripe.Charge.PaymentMethodDetails.CardPresent, "capture_before">;
};

/** An authorised intent of the SDK's own type, as far as it is read. */
const authorized = (payment_method_details: Details) =>
  ({
    id: "pi_1",
    status: "requires_capture",
    capture_method: "manual",
    amount: 1000,
    amount_capturable: 1200,
    amount_received: 0,
    currency: "usd",
    application_fee_amount: 55,
    metadata: {},
    latest_charge: {
      id: "ch_1",
      amount: 1200,
      amount_captured: 0,
      amount_refunded: 0,
      captured: false,
      application_fee_amount: null,
      payment_method_details,
    } as Partial<Stripe.Charge> as Stripe.Charge,
  }) as Partial<Stripe.PaymentIntent> as Stripe.PaymentIntent;

it.each([
  ["online", { type: "card", card: { capture_before: SECONDS } }],
  ["at a reader", { type: "card_present", card_present: { capture_before: SECONDS } }],
])("tells until when a hold that was made %s can be captured (fact 16)", (_name, details) => {
  expect(toSnapshot(authorized(details)).charge?.captureBefore).toBe(SECONDS * 1000);
});

it("tells what is authorised apart from what was ordered, and what it was paid with", () => {
  expect(toSnapshot(authorized({ type: "card" }))).toMatchObject({
    amountCents: 1000,
    capturableCents: 1200,
    charge: { methodType: "card", applicationFeeCents: 55, captureBefore: undefined },
  });
});

it.each(["amount", "amount_capturable", "amount_received"])(
  "does not understand an intent without a whole %s",
  (field) => {
    const intent = { ...authorized({ type: "card" }), [field]: undefined };
    expect(() => toSnapshot(intent)).toThrow(/shape/);
  },
);
