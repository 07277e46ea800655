import type { RefundOutcome } from "../world/refund-outcomes.ts";
import { OTHER_TYPES, type OtherType, rulesOf } from "./other-methods.ts";

type Outcome =
  | { kind: "succeed" }
  | { kind: "succeed_then_dispute"; inquiry: boolean }
  | { kind: "succeed_then_warn" }
  | { kind: "settle_later" }
  | { kind: "fail_later"; code: string }
  | { kind: "authenticate" }
  | { kind: "redirect"; consents: boolean }
  | Decline;

export type Decline = {
  kind: "decline";
  code: DeclineReason;
  declineCode: string;
  message: string;
  advice: string;
  networkCode: string;
};

type DeclineReason =
  | "authentication_required"
  | "card_declined"
  | "expired_card"
  | "incorrect_cvc"
  | "processing_error";

export type TestPaymentMethod = {
  type: "card" | "card_present" | "interac_present" | "us_bank_account" | OtherType;
  brand: string;
  last4: string;
  wallet?: "apple_pay" | "google_pay";
  /** It can be saved, although its payments are declined. */
  isSavable?: true;
  outcome: Outcome;
  refund: RefundOutcome;
};

const SUCCEED: Outcome = { kind: "succeed" };

function card(brand: string, last4: string, outcome: Outcome = SUCCEED): TestPaymentMethod {
  return { type: "card", brand, last4, outcome, refund: "succeeded" };
}

function refundableCard(last4: string, refund: RefundOutcome): TestPaymentMethod {
  return { ...card("visa", last4), refund };
}

function bankAccount(last4: string, outcome: Outcome): TestPaymentMethod {
  return { type: "us_bank_account", brand: "STRIPE TEST BANK", last4, outcome, refund: "pending_for_days" };
}

/** What the processor advises, and the network's own code. */
const ADVICE: Record<string, { advice: string; networkCode: string }> = {
  expired_card: { advice: "do_not_try_again", networkCode: "54" },
  incorrect_cvc: { advice: "confirm_card_data", networkCode: "N7" },
  insufficient_funds: { advice: "try_again_later", networkCode: "51" },
  lost_card: { advice: "do_not_try_again", networkCode: "41" },
  stolen_card: { advice: "do_not_try_again", networkCode: "43" },
};

export function decline(declineCode: string, code: DeclineReason = "card_declined"): Decline {
  const message = `Your card was declined: ${declineCode}.`;
  const said = ADVICE[declineCode] ?? { advice: "try_again_later", networkCode: "01" };
  return { kind: "decline", code, declineCode, message, ...said };
}

/** Our own: the processor makes these from `payment_method_data`, and publishes no names. */
function otherMethods(): Record<string, TestPaymentMethod> {
  const methods = OTHER_TYPES.flatMap((type) => {
    const { redirects, refund } = { redirects: false, refund: "succeeded" as const, ...rulesOf(type) };
    const method = { type, brand: "", last4: "", refund };
    const outcome = (consents: boolean): Outcome => (redirects ? { kind: "redirect", consents } : SUCCEED);
    return [
      [`pm_simulator_${type}`, { ...method, outcome: outcome(true) }],
      ...(redirects ? [[`pm_simulator_${type}_declined`, { ...method, outcome: outcome(false) }]] : []),
    ];
  });
  return Object.fromEntries(methods);
}

/** Fact 21: the processor's published names. A method keeps its public name as its id here. */
const TEST_PAYMENT_METHODS: Record<string, TestPaymentMethod> = {
  pm_card_visa: card("visa", "4242"),
  pm_card_visa_debit: card("visa", "5556"),
  pm_card_mastercard: card("mastercard", "4444"),
  pm_card_amex: card("amex", "8431"),
  pm_card_chargeDeclined: card("visa", "0002", decline("generic_decline")),
  // The published card that is attached, and then declined.
  pm_card_chargeCustomerFail: { ...card("visa", "0341", decline("generic_decline")), isSavable: true },
  pm_card_visa_chargeDeclined: card("visa", "0002", decline("generic_decline")),
  pm_card_visa_chargeDeclinedInsufficientFunds: card("visa", "9995", decline("insufficient_funds")),
  pm_card_visa_chargeDeclinedLostCard: card("visa", "9987", decline("lost_card")),
  pm_card_visa_chargeDeclinedStolenCard: card("visa", "9979", decline("stolen_card")),
  pm_card_chargeDeclinedExpiredCard: card("visa", "0069", decline("expired_card", "expired_card")),
  pm_card_chargeDeclinedIncorrectCvc: card("visa", "0127", decline("incorrect_cvc", "incorrect_cvc")),
  pm_card_chargeDeclinedProcessingError: card(
    "visa",
    "0119",
    decline("processing_error", "processing_error"),
  ),
  pm_card_authenticationRequired: card("visa", "3184", { kind: "authenticate" }),
  pm_card_createDispute: card("visa", "0259", { kind: "succeed_then_dispute", inquiry: false }),
  pm_card_createDisputeInquiry: card("visa", "1976", { kind: "succeed_then_dispute", inquiry: true }),
  pm_card_createIssuerFraudRecord: card("visa", "5423", { kind: "succeed_then_warn" }),
  pm_card_pendingRefund: refundableCard("7726", "pending"),
  pm_card_refundFail: refundableCard("5126", "failed_later"),
  // The simulator's own: no published card has a refund that waits for its buyer, or fails in the answer (fact 25).
  pm_simulator_refundRequiresAction: refundableCard("0001", "requires_action"),
  pm_simulator_refundRejected: refundableCard("0002", "failed"),
  // A browser's wallet makes its own: these stand for what it would make.
  pm_simulator_applePay: { ...card("visa", "4242"), wallet: "apple_pay" },
  pm_simulator_googlePay: { ...card("mastercard", "4444"), wallet: "google_pay" },
  ...otherMethods(),
  pm_usBankAccount: bankAccount("6789", { kind: "settle_later" }),
  pm_usBankAccount_success: bankAccount("6789", { kind: "settle_later" }),
  pm_usBankAccount_accountClosed: bankAccount("1113", { kind: "fail_later", code: "account_closed" }),
  pm_usBankAccount_insufficientFunds: bankAccount("1116", { kind: "fail_later", code: "insufficient_funds" }),
};

export function findTestPaymentMethod(id: string): TestPaymentMethod | undefined {
  return Object.hasOwn(TEST_PAYMENT_METHODS, id) ? TEST_PAYMENT_METHODS[id] : undefined;
}
