type Words = { meaning: string; advice: string };

const OTHER_CARD = "Ask for another card or payment method.";
const ASK_BANK = "The customer can ask the card's bank, or pay with another card.";
const SAY_NOTHING = "Ask for another card, and do not tell the customer why.";
const TRY_AGAIN = "The customer can try again. If it fails again, ask for another card.";

/** By the processor's decline code, or its error code where it gives no decline code. */
const WORDS: Record<string, Words> = {
  generic_decline: { meaning: "The bank declined the card without giving a reason.", advice: ASK_BANK },
  do_not_honor: { meaning: "The bank declined the card without giving a reason.", advice: ASK_BANK },
  call_issuer: { meaning: "The bank wants the customer to call.", advice: ASK_BANK },
  insufficient_funds: {
    meaning: "The account has insufficient funds.",
    advice: "The customer can pay with another card, or later.",
  },
  card_velocity_exceeded: {
    meaning: "The card's limit was reached.",
    advice: "The customer can pay with another card, or later.",
  },
  withdrawal_count_limit_exceeded: {
    meaning: "The card's limit was reached.",
    advice: "The customer can pay with another card, or later.",
  },
  expired_card: {
    meaning: "The card has expired.",
    advice: "The customer needs a card that has not expired.",
  },
  incorrect_cvc: {
    meaning: "The security code is wrong.",
    advice: "The customer can try again with the right security code.",
  },
  incorrect_number: {
    meaning: "The card number is wrong.",
    advice: "The customer can try again with the right number.",
  },
  incorrect_zip: {
    meaning: "The postal code is wrong.",
    advice: "The customer can try again with the right postal code.",
  },
  incorrect_pin: { meaning: "The PIN is wrong.", advice: "The customer can try again with the right PIN." },
  authentication_required: {
    meaning: "The bank wants the customer to authenticate.",
    advice: "Let the customer try again and authenticate.",
  },
  card_not_supported: { meaning: "The card does not allow this kind of payment.", advice: OTHER_CARD },
  currency_not_supported: { meaning: "The card does not support the currency.", advice: OTHER_CARD },
  transaction_not_allowed: { meaning: "The card does not allow this payment.", advice: ASK_BANK },
  lost_card: { meaning: "The card was reported lost.", advice: SAY_NOTHING },
  stolen_card: { meaning: "The card was reported stolen.", advice: SAY_NOTHING },
  pickup_card: { meaning: "The bank has blocked the card.", advice: SAY_NOTHING },
  fraudulent: { meaning: "The processor suspects fraud.", advice: SAY_NOTHING },
  processing_error: { meaning: "The card's network had an error.", advice: TRY_AGAIN },
  issuer_not_available: { meaning: "The bank could not be reached.", advice: TRY_AGAIN },
  try_again_later: { meaning: "The bank could not respond.", advice: TRY_AGAIN },
};

const UNKNOWN: Words = { meaning: "The attempt to pay was declined.", advice: OTHER_CARD };

/** What a rejected attempt means, and what the merchant can do. */
export const declineWords = (code: string | null): Words =>
  code !== null && Object.hasOwn(WORDS, code) ? (WORDS[code] ?? UNKNOWN) : UNKNOWN;
