/** What the customer or the merchant can do about a refused attempt to pay, by the processor's code. */
const ADVICE: Record<string, string> = {
  insufficient_funds: "The customer can pay with another card, or later.",
  expired_card: "The customer needs a card that has not expired.",
  incorrect_cvc: "The customer can try again with the right security code.",
  authentication_required: "The customer has to authenticate: let them try again.",
  lost_card: "Ask for another card, and do not tell the customer why.",
  stolen_card: "Ask for another card, and do not tell the customer why.",
};

export const declineAdvice = (code: string): string =>
  Object.hasOwn(ADVICE, code) ? (ADVICE[code] ?? "") : "The customer can try another card or ask their bank.";
