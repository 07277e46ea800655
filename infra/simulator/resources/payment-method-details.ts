import type Stripe from "stripe";
import { otherDetails } from "./other-methods.ts";
import type { TestPaymentMethod } from "./test-payment-methods.ts";

const HOUR_SECONDS = 60 * 60;
const DAY_SECONDS = 24 * HOUR_SECONDS;

const VISA_SHORT_SECONDS = 4 * DAY_SECONDS + 18 * HOUR_SECONDS;

const EXPIRY = { exp_month: 12, exp_year: 2034 };

type Authorization = { amount: number; merchantInitiated: boolean; authorizedAt: number | null };

/** Fact 16: how long an authorization can be captured. */
function authorizationSeconds({ type, brand }: TestPaymentMethod, merchantInitiated: boolean): number {
  const ofVisa = brand === "visa";
  if (type === "card_present") return ofVisa ? VISA_SHORT_SECONDS : 2 * DAY_SECONDS;
  return merchantInitiated && ofVisa ? VISA_SHORT_SECONDS : 7 * DAY_SECONDS;
}

/** `authorizedAt` in seconds where the money is only reserved, null where it is taken or rejected. */
export function paymentMethodDetails(
  method: TestPaymentMethod,
  { amount, merchantInitiated, authorizedAt }: Authorization,
): Stripe.Charge.PaymentMethodDetails {
  const seconds = authorizationSeconds(method, merchantInitiated);
  const captureBefore = authorizedAt === null ? {} : { capture_before: authorizedAt + seconds };
  switch (method.type) {
    case "card":
      return {
        type: "card",
        card: { ...cardDetails(method, amount), ...captureBefore },
      };
    case "card_present":
      return {
        type: "card_present",
        card_present: { ...cardPresentDetails(method, amount), ...captureBefore },
      };
    case "interac_present":
      return { type: "interac_present", interac_present: interacDetails(method) };
    case "us_bank_account":
      return { type: "us_bank_account", us_bank_account: bankDetails(method) };
    default:
      return otherDetails(method.type);
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
    wallet: method.wallet ? { type: method.wallet, dynamic_last4: null } : null,
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

function interacDetails(method: TestPaymentMethod): Stripe.Charge.PaymentMethodDetails.InteracPresent {
  return {
    ...EXPIRY,
    brand: "interac",
    cardholder_name: null,
    country: "CA",
    emv_auth_data: null,
    fingerprint: null,
    funding: "debit",
    generated_card: null,
    last4: method.last4,
    network: "interac",
    network_transaction_id: null,
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
