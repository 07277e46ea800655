import { Failure } from "../failure.ts";
import { capturedFeeCents } from "./fee.ts";
import type { Payment } from "./payment.ts";
import { isPaid } from "./status.ts";
import { wrongUnit } from "./wrong-unit.ts";

export type CaptureDecision =
  | { kind: "capture"; amountCents: number; applicationFeeCents: number }
  | { kind: "already_captured" }
  | { kind: "refused"; failure: Failure };

export function decideCapture(payment: Payment, requestedCents: number | undefined): CaptureDecision {
  if (isSameCapture(payment, requestedCents)) return { kind: "already_captured" };
  if (payment.status !== "requires_capture") return refused(notCapturable(payment));
  const amountCents = requestedCents ?? payment.authorizedCents;
  if (amountCents > payment.authorizedCents) {
    return refused(
      new Failure("capture_exceeds_authorization", "amountCents is above the authorised amount."),
    );
  }
  const unitFault = requestedCents === undefined ? undefined : wrongUnit(amountCents, payment.currency);
  if (unitFault) return refused(unitFault);
  const { applicationFeeCents: feeCents, authorizedCents: orderedCents, currency } = payment;
  return {
    kind: "capture",
    amountCents,
    applicationFeeCents: capturedFeeCents({ feeCents, orderedCents, currency }, amountCents),
  };
}

/** Whether this much was captured, whatever became of it since. */
export const isCaptureOf = (payment: Payment, amountCents: number): boolean =>
  payment.captureMethod === "manual" && isPaid(payment.status) && payment.amountCents === amountCents;

/** A repeated capture is answered, not refused: the caller may never have seen the first answer. */
function isSameCapture(payment: Payment, requestedCents: number | undefined): boolean {
  if (payment.captureMethod !== "manual" || payment.status !== "succeeded") return false;
  return requestedCents === undefined || requestedCents === payment.amountCents;
}

const refused = (failure: Failure): CaptureDecision => ({ kind: "refused", failure });

function notCapturable(payment: Payment, cause?: unknown): Failure {
  const why =
    payment.captureMethod === "automatic"
      ? "The payment captures automatically."
      : `The payment is ${payment.status}; only a payment that requires_capture can be captured.`;
  return new Failure("payment_not_capturable", why, { cause });
}
