import { Failure } from "../failure.ts";
import type { AlreadyDone, Cancel, CancelBody } from "./operation.ts";
import type { Payment } from "./payment.ts";
import type { PaymentStatus } from "./status.ts";

/** A hold is released, an unpaid payment ends. What is paid is refunded instead, what is processing must be awaited. */
const CANCELABLE: readonly PaymentStatus[] = [
  "requires_payment_method",
  "requires_confirmation",
  "requires_action",
  "requires_capture",
];

export function decideCancel(payment: Payment, { reason }: CancelBody): Cancel | AlreadyDone | Failure {
  const { status, amountCents } = payment;
  if (status === "canceled") return { kind: "already_done" };
  if (CANCELABLE.includes(status) || canBeCalledBack(payment)) return { kind: "cancel", amountCents, reason };
  return notCancelable(payment);
}

/**
 * A US bank debit can be called back until its bank has answered; nothing else that is processing can (fact 7 of
 * infra/simulator/README.md).
 */
const canBeCalledBack = ({ status, methodType }: Payment): boolean =>
  status === "processing" && methodType === "us_bank_account";

function notCancelable(payment: Payment): Failure {
  const detail = `The payment is ${payment.status}. Only a payment that is neither paid nor processing can be canceled.`;
  return new Failure("payment_not_cancelable", detail);
}
