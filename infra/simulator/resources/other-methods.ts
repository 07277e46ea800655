import type Stripe from "stripe";
import type { RefundOutcome } from "../world/refund-outcomes.ts";

/*
 * Fact 34: methods that are neither cards nor bank debits. None of their charges says until when it can be captured.
 */
type Rules = {
  /** The customer leaves the page, and comes back to `return_url`. */
  redirects: boolean;
  holdDays: number;
  untilMidnight?: true;
  wholeCaptureOnly?: true;
  /** Counted from the charge. */
  refundDays?: number;
  refund: RefundOutcome;
  currencies?: readonly string[];
};

const RULES = {
  affirm: { redirects: true, holdDays: 30, refundDays: 120, refund: "pending", currencies: ["cad", "usd"] },
  afterpay_clearpay: {
    ...{ redirects: true, holdDays: 13, refundDays: 120, refund: "pending" },
    currencies: ["aud", "cad", "gbp", "nzd", "usd"],
  },
  cashapp: { redirects: true, holdDays: 7, refundDays: 90, refund: "pending", currencies: ["usd"] },
  klarna: { redirects: true, holdDays: 28, untilMidnight: true, refundDays: 180, refund: "pending" },
  link: { redirects: false, holdDays: 7, refund: "succeeded" },
  mobilepay: {
    ...{ redirects: true, holdDays: 7, wholeCaptureOnly: true, refund: "pending" },
    currencies: ["dkk", "eur", "nok", "sek"],
  },
  // Ten days, and ten more by which the processor extends it.
  paypal: { redirects: true, holdDays: 20, refundDays: 180, refund: "pending" },
} as const satisfies Record<string, Rules>;

export type OtherType = keyof typeof RULES;

export const OTHER_TYPES = Object.keys(RULES) as OtherType[];

export const rulesOf = (type: string): Rules | undefined =>
  Object.hasOwn(RULES, type) ? RULES[type as OtherType] : undefined;

const DAY_SECONDS = 24 * 60 * 60;

export function heldUntil(type: string, authorizedAt: number): number {
  const { holdDays = 0, untilMidnight } = rulesOf(type) ?? {};
  const from = untilMidnight ? authorizedAt - (authorizedAt % DAY_SECONDS) : authorizedAt;
  return from + holdDays * DAY_SECONDS;
}

export function otherDetails(type: OtherType): Stripe.Charge.PaymentMethodDetails {
  switch (type) {
    case "affirm":
      return { type, affirm: { transaction_id: null } };
    case "afterpay_clearpay":
      return { type, afterpay_clearpay: { order_id: null, reference: null } };
    case "cashapp":
      return { type, cashapp: { buyer_id: null, cashtag: "$simulated", transaction_id: null } };
    case "klarna":
      return {
        type,
        klarna: { payer_details: null, payment_method_category: "pay_later", preferred_locale: null },
      };
    case "link":
      return { type, link: { country: "US" } };
    case "mobilepay":
      return { type, mobilepay: { card: null } };
    case "paypal":
      return { type, paypal: { ...PAYPAL, payer_name: null, seller_protection: null, transaction_id: null } };
  }
}

const PAYPAL = { country: "US", payer_email: "customer@example.com", payer_id: "SIMULATED" };

type OtherMethods = Pick<Stripe.PaymentMethod, OtherType>;

export function otherMethod(type: OtherType): OtherMethods {
  switch (type) {
    case "cashapp":
      return { cashapp: { buyer_id: null, cashtag: "$simulated" } };
    case "link":
      return { link: { email: "customer@example.com" } };
    case "paypal":
      return { paypal: PAYPAL };
    default:
      return { [type]: {} };
  }
}
