import type Stripe from "stripe";
import { invalid } from "../http/api-error.ts";
import { listOf, oneOf, type Reader } from "../http/params.ts";
import { OTHER_TYPES, type OtherType, rulesOf } from "./other-methods.ts";

type PaymentMethodType = "card" | "card_present" | "interac_present" | "us_bank_account" | OtherType;

/** What the merchant is taken to have switched on for payments that list no types. */
const SWITCHED_ON: PaymentMethodType[] = ["card", ...OTHER_TYPES, "us_bank_account"];

/** Fact 4: each type needs a capability of the account. */
const CAPABILITIES: Record<PaymentMethodType, keyof Stripe.Account.Capabilities> = {
  affirm: "affirm_payments",
  afterpay_clearpay: "afterpay_clearpay_payments",
  card: "card_payments",
  card_present: "card_payments",
  cashapp: "cashapp_payments",
  interac_present: "card_payments",
  klarna: "klarna_payments",
  link: "link_payments",
  mobilepay: "mobilepay_payments",
  // The SDK names no capability for it: it comes with the dashboard's other wallets.
  paypal: "link_payments",
  us_bank_account: "us_bank_account_ach_payments",
};

export const allowedTypes = listOf(
  oneOf("card", "card_present", "interac_present", "us_bank_account", ...OTHER_TYPES),
);

/** Fact 4: this version of the API only answers with the types; it no longer takes them. */
export const writtenTypes: Reader<never> = (_, param) => {
  throw invalid("payment_method_types is no longer supported: use allowed_payment_method_types.", {
    code: "payment_method_types_no_longer_supported",
    param,
  });
};

type Wish = {
  account: Stripe.Account | undefined;
  allowed: PaymentMethodType[] | null;
  automatic: Stripe.PaymentIntent.AutomaticPaymentMethods | null;
  currency: string;
  captureMethod: string;
};

type Choice = Pick<
  Stripe.PaymentIntent,
  "allowed_payment_method_types" | "automatic_payment_methods" | "payment_method_types"
>;

/** Fact 4: allowed types that do not go with the rest of the intent are left out without a word. */
export function choosePaymentMethods(wish: Wish): Choice {
  const { allowed, automatic } = wish;
  const candidates = allowed ?? SWITCHED_ON;
  const usable = candidates.filter((type) => isUsable(type, wish));
  if (usable.length === 0) {
    throw invalid("No valid payment method types for this PaymentIntent.", {
      param: "allowed_payment_method_types",
    });
  }
  return {
    allowed_payment_method_types: allowed,
    automatic_payment_methods: allowed ? null : (automatic ?? { enabled: true, allow_redirects: "always" }),
    payment_method_types: usable,
  };
}

function isUsable(type: PaymentMethodType, { account, currency, captureMethod }: Wish): boolean {
  if (!hasCapability(account, CAPABILITIES[type])) return false;
  const { currencies } = rulesOf(type) ?? {};
  if (currencies && !currencies.includes(currency)) return false;
  // These cannot be reserved first (of Interac fact 27), and belong to one country.
  if (type === "interac_present") return currency === "cad" && captureMethod !== "manual";
  return type !== "us_bank_account" || (currency === "usd" && captureMethod !== "manual");
}

function hasCapability(account: Stripe.Account | undefined, name: string): boolean {
  return account === undefined || name in (account.capabilities ?? {});
}
