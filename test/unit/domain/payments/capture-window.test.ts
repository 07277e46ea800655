import { expect, it } from "vitest";
import { latestCapture } from "../../../../shared/domain/payments/capture-window.ts";

const AUTHORIZED_AT = Date.parse("2020-10-01T14:00:00Z");

/** From "Place a hold on a payment method" of the processor's documentation. */
it.each([
  ["affirm", "2020-10-31T14:00:00.000Z"],
  ["afterpay_clearpay", "2020-10-14T14:00:00.000Z"],
  ["cashapp", "2020-10-08T14:00:00.000Z"],
  ["klarna", "2020-10-29T00:00:00.000Z"],
  ["link", "2020-10-08T14:00:00.000Z"],
  ["paypal", "2020-10-11T14:00:00.000Z"],
  ["revolut_pay", "2020-10-08T14:00:00.000Z"],
])("a hold of %s can be captured until %s", (method, until) => {
  expect(new Date(latestCapture(method, AUTHORIZED_AT)).toISOString()).toBe(until);
});

it.each(["amazon_pay", "of_the_future", "toString", undefined])(
  "a hold of %s, which has no entry, has the shortest time of all",
  (method) => {
    const listed = ["affirm", "afterpay_clearpay", "cashapp", "klarna", "link", "paypal", "revolut_pay"];
    const shortest = Math.min(...listed.map((name) => latestCapture(name, AUTHORIZED_AT)));
    expect(latestCapture(method, AUTHORIZED_AT)).toBe(shortest);
  },
);
