import { Failure } from "../failure.ts";
import type { Payment } from "./payment.ts";
import { wrongUnit } from "./wrong-unit.ts";

export type RefundDecision = { kind: "refund"; amountCents: number } | { kind: "refused"; failure: Failure };

const REFUNDABLE = ["succeeded", "partially_refunded"];

export function decideRefund(payment: Payment, requestedCents: number | undefined): RefundDecision {
  if (!REFUNDABLE.includes(payment.status)) return { kind: "refused", failure: notRefundable(payment) };
  const leftCents = payment.amountCents - payment.refundedCents;
  const amountCents = requestedCents ?? leftCents;
  if (amountCents > leftCents) return { kind: "refused", failure: refundExceedsCharge() };
  const unitFault = requestedCents === undefined ? undefined : wrongUnit(amountCents, payment.currency);
  if (unitFault) return { kind: "refused", failure: unitFault };
  return { kind: "refund", amountCents };
}

function notRefundable(payment: Payment, cause?: unknown): Failure {
  const detail = `The payment is ${payment.status}; only a captured payment with something left can be refunded.`;
  return new Failure("payment_not_refundable", detail, { cause });
}

const refundExceedsCharge = (cause?: unknown): Failure =>
  new Failure("refund_exceeds_charge", "The refund is above what is left of the charge.", { cause });
