import { Failure } from "../failure.ts";
import { limitText, wrongUnit } from "./currency.ts";
import type { Refund, RefundBody } from "./operation.ts";
import type { Payment } from "./payment.ts";

const REFUNDABLE = ["succeeded", "partially_refunded"];

/** What to do, or why it cannot be done. Unlike a capture or a cancellation, a repeated refund is never "already done". */
export function decideRefund(payment: Payment, body: RefundBody): Refund | Failure {
  if (!REFUNDABLE.includes(payment.status)) return notRefundable(payment);
  const isInterac = payment.methodType === "interac_present";
  if (isInterac && !body.reader) return needsReader();
  if (!isInterac && body.reader) return needsNoReader();
  const leftCents = payment.amountCents - payment.refundedCents;
  const amountCents = body.amountCents ?? leftCents;
  if (amountCents > leftCents) return refundExceedsCharge(leftCents, payment);
  const unitFault = body.amountCents === undefined ? undefined : wrongUnit(amountCents, payment.currency);
  if (unitFault) return unitFault;
  // The processor rejects the flag on a payment without a fee.
  const refundApplicationFee = payment.applicationFeeCents > 0 ? body.refundApplicationFee : undefined;
  const { reason, replaces, reader } = body;
  return { kind: "refund", amountCents, refundApplicationFee, reason, replaces, reader };
}

/** The attention item of the failed refund that the body names, if there is one. */
type FailedItem = {
  kind: string;
  svcPaymentId?: string;
  amountCents?: number;
  replacedBy?: string;
  closedAt?: number;
};

/** A replacement makes good what has failed, or, if less is left, all that is left. */
export function whyNotReplaceable(
  failed: FailedItem | undefined,
  payment: Payment,
  { replaces, amountCents }: RefundBody,
): Failure | undefined {
  if (replaces === undefined) return undefined;
  if (failed?.kind !== "refund_failed" || failed.svcPaymentId !== payment.svcPaymentId)
    return notReplaceable();
  if (failed.replacedBy) return replacementInProgress(replaces, failed.replacedBy);
  if (failed.closedAt !== undefined) return notReplaceable();
  const leastCents = Math.min(failed.amountCents ?? 0, payment.amountCents - payment.refundedCents);
  // Two requests are known for the same by the amount that they name.
  if (amountCents !== undefined && amountCents >= leastCents) return undefined;
  return invalid(
    "/amountCents",
    `amountCents must be at least ${leastCents}, as much as the refund it replaces.`,
  );
}

/** `by`: the refund that has replaced it, or what its claim was taken for. */
export function replacementInProgress(
  failedId: string,
  by?: string | Refund | { kind: "already_done" },
): Failure {
  const detail =
    typeof by === "string"
      ? `The failed refund ${failedId} was replaced by ${by}.`
      : by?.kind === "refund"
        ? `Another request replaces ${failedId}${placeOf(by)} with amountCents ${by.amountCents}. The same request finishes it.`
        : `A person has resolved ${failedId}.`;
  return new Failure("replacement_in_progress", `${detail} A failed refund is paid back at most once.`);
}

const placeOf = ({ reader }: Refund): string => (reader ? ` at the reader ${reader.readerId}` : "");

const notReplaceable = (): Failure =>
  invalid("/replaces", "replaces must be the id of a failed refund of this payment in GET /v1/attention.");

const invalid = (pointer: string, detail: string): Failure =>
  new Failure("invalid_request", "The request's body is invalid.", { errors: [{ pointer, detail }] });

const needsReader = (): Failure =>
  new Failure(
    "refund_needs_reader",
    "The payment was made with an Interac card, which must be presented for its refund. Use POST /v1/terminal/readers/{id}/refund.",
  );

const needsNoReader = (): Failure =>
  new Failure(
    "payment_not_refundable",
    "Only an Interac payment is refunded at a reader. Use POST /v1/payments/{id}/refund for this one.",
  );

function notRefundable(payment: Payment): Failure {
  const detail = `The payment is ${payment.status}. Only a captured payment that is not fully refunded can be refunded.`;
  return new Failure("payment_not_refundable", detail);
}

function refundExceedsCharge(leftCents: number, payment: Payment): Failure {
  const detail = `amountCents must be at most ${limitText(leftCents, payment)}, the amount left to refund.`;
  return new Failure("refund_exceeds_charge", detail);
}

/** A refund as the processor shows it. */
export type RefundFacts = {
  refundId: string;
  /** succeeded, pending, requires_action, failed, canceled; in the processor's words, to which it may add. */
  status: string;
  /** Why it failed, in the processor's words. */
  failureReason: string | null;
  /** What a pending one waits for, in the processor's words. */
  pendingReason: string | null;
  amountCents: number;
  createdAt: number;
  /** The failed refund that it makes good, of one that says so. */
  replaces?: string;
};

export type ListedRefund = RefundFacts & {
  reason: string | null;
  /** Made by this service, and not in the processor's dashboard. */
  isOurs: boolean;
};

export const hasFailed = ({ status }: Pick<RefundFacts, "status">): boolean =>
  status === "failed" || status === "canceled";

export function refundFailed({ failureReason }: Partial<RefundFacts> = {}): Failure {
  const processorCode = failureReason && /^[a-z0-9_]{1,100}$/.test(failureReason) ? failureReason : undefined;
  return new Failure("refund_failed", "The processor could not complete the refund. No money was returned.", {
    processorSays: "rejected",
    ...(processorCode && { processorCode }),
  });
}
