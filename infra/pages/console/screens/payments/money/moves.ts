import { divideHalfUp } from "../../../../../../shared/domain/payments/currency.ts";
import { capturedFeeCents } from "../../../../../../shared/domain/payments/fee-policy.ts";
import { takenByDisputes } from "../../../../../../shared/domain/payments/net.ts";
import type { ListedPayment, MoneyOperation, Scope } from "../../../api/types.ts";
import { moneyText } from "../../../words/money.ts";

export const OPERATION_WORDS: Record<MoneyOperation, string> = {
  refund: "Refund",
  capture: "Capture",
  cancel: "Cancel payment",
};

const SCOPES: Record<MoneyOperation, Scope> = {
  refund: "refunds:write",
  capture: "payments:write",
  cancel: "payments:write",
};

/** Of a session that may do everything. */
export const MONEY_SCOPES: readonly Scope[] = Object.values(SCOPES);

const POSSIBLE: Record<MoneyOperation, RegExp> = {
  refund: /^(succeeded|partially_refunded)$/,
  capture: /^requires_capture$/,
  cancel: /^requires_/,
};

export const MONEY_OPERATIONS = ["refund", "capture", "cancel"] as const satisfies MoneyOperation[];

/** What the payment's status lets one do, as far as the session may. The service decides; this only hides what cannot be. */
export const movesOf = (payment: Moved, scopes: readonly Scope[]): MoneyOperation[] =>
  MONEY_OPERATIONS.filter(
    (operation) =>
      POSSIBLE[operation].test(payment.status) &&
      scopes.includes(SCOPES[operation]) &&
      (operation !== "refund" || mostCents(operation, payment) > 0),
  );

type Moved = Pick<
  ListedPayment,
  "status" | "amountCents" | "refundedCents" | "applicationFeeCents" | "authorizedCents" | "currency"
> &
  Partial<Pick<ListedPayment, "disputes">>;

/** The most that can be moved. */
export const mostCents = (operation: MoneyOperation, payment: Moved): number =>
  operation === "refund"
    ? Math.max(0, payment.amountCents - payment.refundedCents - takenCents(payment))
    : payment.amountCents;

export const takenCents = ({ disputes = [], currency }: Pick<Moved, "disputes" | "currency">): number =>
  takenByDisputes(disputes, currency);

export function sentenceOf(
  operation: MoneyOperation,
  payment: Moved,
  cents: number,
  locale?: string,
): string {
  const money = (amount: number) => moneyText(amount, payment.currency, locale);
  if (operation === "refund")
    return `Refund ${money(cents)} of ${money(mostCents("refund", payment))} to the customer. ${returnedFee(payment, cents, money)} This cannot be undone.`;
  if (operation === "capture") {
    const {
      amountCents: heldCents,
      applicationFeeCents: feeCents,
      authorizedCents: orderedCents,
      currency,
    } = payment;
    const fee = capturedFeeCents({ feeCents, orderedCents, currency }, cents);
    const rest = cents < heldCents ? ` The other ${money(heldCents - cents)} is released.` : "";
    return `Capture ${money(cents)} of the authorized ${money(heldCents)}.${rest} The platform fee is ${money(fee)}.`;
  }
  return payment.status === "requires_capture"
    ? `Release the authorized ${money(payment.amountCents)}. The customer is not charged, and there is no fee.`
    : "Cancel the payment. The customer can no longer pay it.";
}

/** A partial refund returns its share of the fee, the one that completes the payment all that is left of it. */
function returnedFee(payment: Moved, cents: number, money: (cents: number) => string): string {
  const { applicationFeeCents: feeCents, amountCents, refundedCents } = payment;
  if (feeCents === 0) return "There was no platform fee.";
  if (cents < amountCents - refundedCents)
    return `The platform returns ${money(divideHalfUp(feeCents * cents, amountCents))} of its fee.`;
  return refundedCents === 0
    ? `The platform returns its fee of ${money(feeCents)}.`
    : "The platform returns the rest of its fee.";
}

/** Whether the amount must be typed once more: above the platform's limit, and always where it has set none. */
export const mustBeTyped = (
  operation: MoneyOperation,
  { status, currency }: Moved,
  cents: number,
  typedAboveCents: Record<string, number>,
): boolean =>
  (operation !== "cancel" || status === "requires_capture") &&
  cents > (typedAboveCents[currency.toLowerCase()] ?? 0);
