import type Stripe from "stripe";

const DAY_SECONDS = 24 * 60 * 60;

/** As the processor documents them: neither the service's table nor the simulator's. */
const DAYS: Record<string, number> = {
  ...{ affirm: 30, afterpay_clearpay: 13, cashapp: 7, klarna: 28, link: 7, mobilepay: 7, paypal: 10 },
};

/** Until when a held charge must be captured, in milliseconds. */
export function holdEndOf({ payment_method_details: details, created }: Stripe.Charge): number | null {
  const { type = "", card } = details ?? {};
  if (card?.capture_before) return card.capture_before * 1000;
  const days = DAYS[type];
  if (days === undefined) return null;
  const from = type === "klarna" ? created - (created % DAY_SECONDS) : created;
  return (from + days * DAY_SECONDS) * 1000;
}
