import type Stripe from "stripe";
import { invalid } from "../http/api-error.ts";
import { listOf, oneOf, type Reader } from "../http/params.ts";

const TYPES = ["card", "card_present", "klarna", "link", "us_bank_account"] as const;
type PaymentMethodType = (typeof TYPES)[number];

/** What the merchant is taken to have switched on for payments that list no types. */
const SWITCHED_ON: PaymentMethodType[] = ["card", "klarna", "link", "us_bank_account"];

export const allowedTypes = listOf(oneOf(...TYPES));

/** This version of the API only answers with the types; it no longer takes them. */
export const writtenTypes: Reader<never> = (_, param) => {
  throw invalid("payment_method_types is no longer supported: use allowed_payment_method_types.", {
    code: "payment_method_types_no_longer_supported",
    param,
  });
};

type Wish = {
  allowed: PaymentMethodType[] | null;
  automatic: Stripe.PaymentIntent.AutomaticPaymentMethods | null;
  currency: string;
  captureMethod: string;
};

type Choice = Pick<
  Stripe.PaymentIntent,
  "allowed_payment_method_types" | "automatic_payment_methods" | "payment_method_types"
>;

/** Allowed types that do not go with the rest of the intent are left out without a word. */
export function choosePaymentMethods({ allowed, automatic, currency, captureMethod }: Wish): Choice {
  const candidates = allowed ?? SWITCHED_ON;
  const usable = candidates.filter((type) => isUsable(type, { currency, captureMethod }));
  if (usable.length === 0) {
    throw invalid("None of the allowed payment method types can be used for this PaymentIntent.", {
      param: "allowed_payment_method_types",
    });
  }
  return {
    allowed_payment_method_types: allowed,
    automatic_payment_methods: allowed ? null : (automatic ?? { enabled: true, allow_redirects: "always" }),
    payment_method_types: usable,
  };
}

/** A bank debit is in dollars and cannot be reserved first. */
function isUsable(type: PaymentMethodType, intent: { currency: string; captureMethod: string }): boolean {
  return type !== "us_bank_account" || (intent.currency === "usd" && intent.captureMethod !== "manual");
}
