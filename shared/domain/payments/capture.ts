import { Failure } from "../failure.ts";
import { limitText, wrongUnit } from "./currency.ts";
import { capturedFeeCents } from "./fee-policy.ts";
import type { AlreadyDone, Capture } from "./operation.ts";
import type { Payment } from "./payment.ts";
import { isPaid } from "./payment.ts";

export type CaptureDecision = Capture | AlreadyDone | Failure;

/** While a payment requires_capture its amount is what is authorized, as the processor said last. */
export function decideCapture(payment: Payment, requestedCents: number | undefined): CaptureDecision {
  // A repeated capture is answered, not rejected: the caller may never have seen the first answer.
  if (isCaptureOf(payment, requestedCents ?? payment.amountCents)) return { kind: "already_done" };
  if (payment.status !== "requires_capture") return notCapturable(payment);
  const amountCents = requestedCents ?? payment.amountCents;
  if (amountCents > payment.amountCents) {
    const detail = `amountCents must be at most ${limitText(payment.amountCents, payment)}, the authorized amount.`;
    return new Failure("capture_exceeds_authorization", detail);
  }
  const unitFault = requestedCents === undefined ? undefined : wrongUnit(amountCents, payment.currency);
  if (unitFault) return unitFault;
  const { agreedFeeCents: feeCents, orderedCents, currency } = payment;
  return {
    kind: "capture",
    amountCents,
    applicationFeeCents: capturedFeeCents({ feeCents, orderedCents, currency }, amountCents),
  };
}

/** "All that is authorized" is the processor's word: more or less than was ordered, and perhaps since a second ago. */
export const asksForAll = ({ status }: Payment, requestedCents: number | undefined): boolean =>
  requestedCents === undefined && status === "requires_capture";

/** Whether this much was captured, whatever became of it since. */
export const isCaptureOf = (payment: Payment, amountCents: number): boolean =>
  payment.captureMethod === "manual" && isPaid(payment.status) && payment.amountCents === amountCents;

function notCapturable(payment: Payment): Failure {
  const why =
    payment.captureMethod === "automatic"
      ? "The payment has captureMethod automatic, so it is captured without this call."
      : `The payment is ${payment.status}. Only a payment in status requires_capture can be captured.`;
  return new Failure("payment_not_capturable", why);
}
