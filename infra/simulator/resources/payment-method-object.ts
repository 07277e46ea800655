import type Stripe from "stripe";
import { type OtherType, otherMethod } from "./other-methods.ts";
import type { TestPaymentMethod } from "./test-payment-methods.ts";

const NOTHING_BILLED: Stripe.PaymentMethod.BillingDetails = {
  address: null,
  email: null,
  name: null,
  phone: null,
  tax_id: null,
};

export function paymentMethodOf(
  method: TestPaymentMethod,
  { id, created }: { id: string; created: number },
): Stripe.PaymentMethod {
  return {
    id,
    object: "payment_method",
    allow_redisplay: "unspecified",
    billing_details: NOTHING_BILLED,
    created,
    customer: null,
    customer_account: null,
    livemode: false,
    metadata: {},
    type: method.type,
    ...kindOf(method),
  };
}

function kindOf(
  method: TestPaymentMethod,
): Pick<Stripe.PaymentMethod, "card" | "card_present" | "interac_present" | "us_bank_account" | OtherType> {
  switch (method.type) {
    case "card":
      return { card: cardOf(method) };
    case "card_present":
      return { card_present: cardPresentOf(method) };
    case "us_bank_account":
      return { us_bank_account: bankAccountOf(method) };
    case "interac_present":
      return { interac_present: interacOf(method) };
    default:
      return otherMethod(method.type);
  }
}

function cardOf({ brand, last4 }: TestPaymentMethod): Stripe.PaymentMethod.Card {
  return {
    brand,
    checks: null,
    country: "US",
    display_brand: brand,
    exp_month: 12,
    exp_year: 2034,
    funding: "credit",
    generated_from: null,
    last4,
    networks: null,
    regulated_status: null,
    three_d_secure_usage: null,
    wallet: null,
  };
}

function cardPresentOf({ brand, last4 }: TestPaymentMethod): Stripe.PaymentMethod.CardPresent {
  return {
    brand,
    brand_product: null,
    cardholder_name: null,
    country: "US",
    exp_month: 12,
    exp_year: 2034,
    fingerprint: null,
    funding: "credit",
    last4,
    networks: null,
    offline: null,
    preferred_locales: null,
    read_method: "contactless_emv",
  };
}

const interacOf = (method: TestPaymentMethod): Stripe.PaymentMethod.InteracPresent => {
  const { brand_product: _, offline: __, ...card } = cardPresentOf(method);
  return { ...card, brand: "interac", country: "CA", funding: "debit", networks: null };
};

function bankAccountOf({ brand, last4 }: TestPaymentMethod): Stripe.PaymentMethod.UsBankAccount {
  return {
    account_holder_type: "individual",
    account_type: "checking",
    bank_name: brand,
    financial_connections_account: null,
    fingerprint: null,
    last4,
    networks: null,
    routing_number: "110000000",
    status_details: null,
  };
}
