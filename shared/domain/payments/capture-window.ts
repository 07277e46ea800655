import { DAY_MS } from "../time.ts";

/*
 * Until when a hold can be captured, where the charge itself does not say. Only cards carry such a time. The sources are
 * the processor's page "Place a hold on a payment method" (docs.stripe.com/payments/place-a-hold-on-a-payment-method)
 * and, where named, the method's own page. A time that is too early costs a needless reminder. One that is too late
 * costs the sale.
 */
const days =
  (count: number) =>
  (authorizedAt: number): number =>
    authorizedAt + count * DAY_MS;

const WINDOWS = new Map([
  ["affirm", days(30)],
  ["afterpay_clearpay", days(13)],
  ["cashapp", days(7)],
  // What is authorized on October 1 at 14:00 must be captured before October 29, 00:00 UTC.
  ["klarna", (authorizedAt: number) => days(28)(authorizedAt - (authorizedAt % DAY_MS))],
  // Link pays with a stored card or bank account: a card's time while its owner is present.
  ["link", days(7)],
  // The processor tries to extend it once by another ten days, which may fail.
  ["paypal", days(10)],
  // The guide "capture-later" at developer.revolut.com.
  ["revolut_pay", days(7)],
]);

/** For a method that is not listed. */
const SHORTEST = days(7);

/** Both times in milliseconds. */
export const latestCapture = (method: string | undefined, authorizedAt: number): number =>
  (WINDOWS.get(method ?? "") ?? SHORTEST)(authorizedAt);
