import { expect, it } from "vitest";
import { declineWords } from "../../../../shared/domain/payments/decline-words.ts";

const UNKNOWN = declineWords(null);

it.each([
  ["lost_card", "stolen_card", "pickup_card", "fraudulent", "do not tell the customer why"],
  ["generic_decline", "do_not_honor", "call_issuer", "transaction_not_allowed", "ask the card's bank"],
  ["insufficient_funds", "card_velocity_exceeded", "withdrawal_count_limit_exceeded", "or later"],
  ["processing_error", "issuer_not_available", "try_again_later", "If it fails again"],
  ["card_not_supported", "currency_not_supported", "another card or payment method"],
  ["expired_card", "has not expired"],
  ["incorrect_cvc", "right security code"],
  ["incorrect_number", "right number"],
  ["incorrect_zip", "right postal code"],
  ["incorrect_pin", "right PIN"],
  ["authentication_required", "authenticate"],
])("a decline of %s has words of its own", (...row) => {
  for (const code of row.slice(0, -1)) {
    expect(declineWords(code).meaning, code).not.toBe(UNKNOWN.meaning);
    expect(declineWords(code).advice, code).toContain(row.at(-1));
  }
});

it("a decline that is not known means no more than that", () => {
  expect(UNKNOWN).toEqual({
    meaning: "The attempt to pay was declined.",
    advice: "Ask for another card or payment method.",
  });
  for (const code of ["of_the_future", "toString"]) expect(declineWords(code)).toEqual(UNKNOWN);
});
