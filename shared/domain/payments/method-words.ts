import type { PaidWith } from "./method.ts";

const TYPES: Record<string, string> = {
  card_present: "Card, in person",
  us_bank_account: "Bank debit",
  sepa_debit: "SEPA debit",
};

const BRANDS: Record<string, string> = { amex: "Amex", jcb: "JCB" };

/** "Visa •••• 4242", or what is known of it; null where nothing is. */
export function methodText(method: PaidWith | null | undefined): string | null {
  if (!method) return null;
  const { type, brand, last4 } = method;
  const ofCard = type.startsWith("card") && brand ? (BRANDS[brand] ?? worded(brand)) : undefined;
  const name = ofCard ?? TYPES[type] ?? worded(type);
  return last4 ? `${name} •••• ${last4}` : name;
}

/** A word of the processor's as people write it: expired_card, Expired card; apple_pay, Apple Pay. */
export function worded(word: string): string {
  const text = word
    .replaceAll("_", " ")
    .replace(/ pay$/, " Pay")
    .replace("cvc", "CVC")
    .replace("paypal", "PayPal");
  return text.charAt(0).toUpperCase() + text.slice(1);
}
