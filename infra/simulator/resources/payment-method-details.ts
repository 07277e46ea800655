import type Stripe from "stripe";
import type { TestPaymentMethod } from "./test-payment-methods.ts";

// How long a card's authorisation can be captured.
const ONLINE_AUTHORIZATION_SECONDS = 7 * 24 * 60 * 60;
const IN_PERSON_AUTHORIZATION_SECONDS = 2 * 24 * 60 * 60;

const EXPIRY = { exp_month: 12, exp_year: 2034 };

/** `authorizedAt` in seconds where the money is only reserved, null where it is taken or refused. */
export function paymentMethodDetails(
  method: TestPaymentMethod,
  { amount, authorizedAt }: { amount: number; authorizedAt: number | null },
): Stripe.Charge.PaymentMethodDetails {
  const captureBefore = (seconds: number) =>
    authorizedAt === null ? {} : { capture_before: authorizedAt + seconds };
  switch (method.type) {
    case "card":
      return {
        type: "card",
        card: { ...cardDetails(method, amount), ...captureBefore(ONLINE_AUTHORIZATION_SECONDS) },
      };
    case "card_present":
      return {
        type: "card_present",
        card_present: {
          ...cardPresentDetails(method, amount),
          ...captureBefore(IN_PERSON_AUTHORIZATION_SECONDS),
        },
      };
    case "us_bank_account":
      return { type: "us_bank_account", us_bank_account: bankDetails(method) };
  }
}

function cardDetails(method: TestPaymentMethod, amount: number): Stripe.Charge.PaymentMethodDetails.Card {
  return {
    ...EXPIRY,
    amount_authorized: amount,
    authorization_code: null,
    brand: method.brand,
    checks: null,
    country: "US",
    electronic_commerce_indicator: null,
    funding: "credit",
    installments: null,
    last4: method.last4,
    mandate: null,
    network: method.brand,
    network_transaction_id: null,
    regulated_status: null,
    three_d_secure: null,
    transaction_link_id: null,
    wallet: null,
  };
}

function cardPresentDetails(
  method: TestPaymentMethod,
  amount: number,
): Stripe.Charge.PaymentMethodDetails.CardPresent {
  return {
    ...EXPIRY,
    amount_authorized: amount,
    brand: method.brand,
    brand_product: null,
    cardholder_name: null,
    country: "US",
    emv_auth_data: null,
    fingerprint: null,
    funding: "credit",
    generated_card: null,
    incremental_authorization_supported: false,
    last4: method.last4,
    network: method.brand,
    network_transaction_id: null,
    offline: null,
    overcapture_supported: false,
    preferred_locales: null,
    read_method: "contactless_emv",
    receipt: null,
  };
}

function bankDetails(method: TestPaymentMethod): Stripe.Charge.PaymentMethodDetails.UsBankAccount {
  return {
    account_holder_type: "individual",
    account_type: "checking",
    bank_name: method.brand,
    fingerprint: null,
    last4: method.last4,
    payment_reference: null,
    routing_number: "110000000",
  };
}
