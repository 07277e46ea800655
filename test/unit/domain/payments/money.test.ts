import { expect, it } from "vitest";
import {
  divideHalfUp,
  MAX_AMOUNT_CENTS,
  MIN_AMOUNT_CENTS,
} from "../../../../shared/domain/payments/currency.ts";
import { netOf } from "../../../../shared/domain/payments/net.ts";

it.each([
  { numerator: 0, denominator: 7, quotient: 0 },
  { numerator: 1, denominator: 2, quotient: 1 },
  { numerator: 5, denominator: 2, quotient: 3 },
  { numerator: 4999, denominator: 10_000, quotient: 0 },
  { numerator: 5000, denominator: 10_000, quotient: 1 },
  { numerator: 1, denominator: 3, quotient: 0 },
  { numerator: 2, denominator: 3, quotient: 1 },
  { numerator: 50_000_000_000, denominator: 10_000, quotient: 5_000_000 },
])("$numerator / $denominator, rounded half up, is $quotient", ({ numerator, denominator, quotient }) => {
  expect(divideHalfUp(numerator, denominator)).toBe(quotient);
});

it("takes charges from 50 to 5,000,000 cents", () => {
  expect([MIN_AMOUNT_CENTS, MAX_AMOUNT_CENTS]).toEqual([50, 5_000_000]);
});

it("the net of a payment of which nothing else is known is its gross without the platform's fee", () => {
  const payment = { amountCents: 4999, refundedCents: 0, applicationFeeCents: 155, currency: "usd" };
  expect(netOf(payment, undefined)).toMatchObject({
    parts: [
      { name: "Gross", cents: 4999 },
      { name: "Platform fee", cents: -155 },
    ],
    cents: 4844,
  });
});
