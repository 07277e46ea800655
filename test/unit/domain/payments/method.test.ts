import { expect, it } from "vitest";
import { methodIn, paidWith } from "../../../../shared/domain/payments/method.ts";

const card = { brand: "visa", last4: "4242" };
const bank = { bank_name: "Bank", last4: "6789" };
const failed = { last_payment_error: { payment_method: { type: "card", card } } };

it.each([
  [
    "a charge",
    { object: "charge", payment_method_details: { type: "card", card } },
    { type: "card", ...card },
  ],
  [
    "a bank's",
    { object: "charge", payment_method_details: { type: "ach", ach: bank } },
    { type: "ach", brand: "Bank", last4: "6789" },
  ],
  ["a charge without details", { object: "charge", ...failed }, undefined],
  ["a failed attempt", failed, { type: "card", ...card }],
  ["one possible kind", { payment_method_types: ["link"] }, { type: "link", brand: null, last4: null }],
  ["two possible kinds", { payment_method_types: ["link", "klarna"] }, undefined],
  ["a card that is not known", { payment_method_types: ["card"] }, undefined],
])("what was paid with is read from %s", (_, object, paid) => {
  expect(paidWith(JSON.stringify({ data: { object } }))).toEqual(paid);
});

it("a method's details are read whole, and what is missing or odd is null", () => {
  const whole = {
    ...card,
    wallet: { type: "apple_pay" },
    funding: "credit",
    country: "US",
    exp_month: 1,
    exp_year: 2030,
  };
  const shown = { wallet: "apple_pay", funding: "credit", country: "US", expMonth: 1, expYear: 2030 };
  expect(methodIn({ type: "card", card: whole })).toEqual({ type: "card", ...card, ...shown });
  const none = { wallet: null, funding: null, country: null, expMonth: null, expYear: null };
  expect(methodIn({ type: "ach", ach: { ...bank, exp_month: 1.5 } })).toEqual({
    ...{ type: "ach", brand: "Bank", last4: "6789", ...none },
  });
  expect(methodIn(undefined)).toBeNull();
});
