/** What the buyer or the merchant can do about a refused attempt to pay, by the processor's code. */
const ADVICE: Record<string, string> = {
  insufficient_funds: "The buyer can pay with another card, or later.",
  expired_card: "The buyer needs a card that has not expired.",
  incorrect_cvc: "The buyer can try again with the right security code.",
  authentication_required: "The buyer has to confirm the payment with the bank; let the buyer try again.",
  lost_card: "Do not tell the buyer why; ask for another card.",
  stolen_card: "Do not tell the buyer why; ask for another card.",
};

export const declineAdvice = (code: string): string =>
  Object.hasOwn(ADVICE, code) ? (ADVICE[code] ?? "") : "The buyer can try another card, or ask the bank.";
