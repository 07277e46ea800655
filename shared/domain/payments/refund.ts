import { Failure } from "../failure.ts";
import { idempotencyConflict } from "./claim.ts";
import { limitText, wrongUnit } from "./currency.ts";
import type { Refund, RefundBody } from "./operation.ts";
import type { Payment } from "./payment.ts";

const REFUNDABLE = ["succeeded", "partially_refunded"];

/** Every refund must know whether its own was made before, and one page of the list says that for so many. */
const MAX_REFUNDS = 100;

/** A payment that was just fetched, and all of its refunds. */
export type RefundedPayment = { payment: Payment; refunds: readonly RefundFacts[] };

/** What to do, or why it cannot be done. Unlike a capture or a cancellation, a repeated refund is never "already done". */
export const decideRefund = (shown: RefundedPayment, body: RefundBody): Refund | Failure =>
  isInterac(shown.payment) ? needsReader() : decide(shown, body);

export const decideRefundAtReader: typeof decideRefund = (shown, body) =>
  isInterac(shown.payment) ? decide(shown, body) : needsNoReader();

/** Its card must be presented for a refund. */
const isInterac = ({ methodType }: Payment): boolean => methodType === "interac_present";

function decide(shown: RefundedPayment, body: RefundBody): Refund | Failure {
  const { payment } = shown;
  const { amountCents = leftOf(payment), reason } = body;
  // The processor rejects the flag on a payment without a fee.
  const refundApplicationFee = payment.applicationFeeCents > 0 ? body.refundApplicationFee : undefined;
  return whyNotRefundable(shown, body) ?? { kind: "refund", amountCents, refundApplicationFee, reason };
}

/** The one that an operation has made. An attempt under another key may have failed beside it. */
export function findOwn(refunds: readonly RefundFacts[], operationId: string): RefundFacts | undefined {
  const own = refunds.filter((refund) => refund.operationId === operationId);
  return own.find((refund) => !hasFailed(refund)) ?? own[0];
}

/**
 * Why an operation's own refund does not fulfill it, wherever it is seen: in the processor's answer or in the list. undefined: it
 * does. One that is pending or requires_action does. One that failed or was canceled has returned nothing.
 */
export function whyNotMade(own: RefundFacts, { amountCents }: Refund): Failure | undefined {
  if (hasFailed(own)) return refundFailed(own);
  return own.amountCents === amountCents ? undefined : idempotencyConflict();
}

export function requireMade(own: RefundFacts, decided: Refund): RefundFacts {
  const failure = whyNotMade(own, decided);
  if (failure) throw failure;
  return own;
}

function whyNotRefundable(
  { payment, refunds }: RefundedPayment,
  { amountCents }: RefundBody,
): Failure | undefined {
  if (!REFUNDABLE.includes(payment.status)) return notRefundable(payment);
  if (refunds.length >= MAX_REFUNDS) return tooManyRefunds();
  if (amountCents === undefined) return undefined;
  if (amountCents > leftOf(payment)) return refundExceedsCharge(leftOf(payment), payment);
  return wrongUnit(amountCents, payment.currency);
}

export const leftOf = ({ amountCents, refundedCents }: Payment): number => amountCents - refundedCents;

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

const tooManyRefunds = (): Failure =>
  new Failure(
    "too_many_refunds",
    "The payment has 100 refunds at the processor, so this service makes no more. Refund the rest in the processor's dashboard.",
  );

/** A refund as the processor shows it. */
export type RefundFacts = {
  refundId: string;
  /** Of one that this service has made. */
  operationId?: string | undefined;
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

function refundFailed({ refundId, failureReason }: RefundFacts): Failure {
  const processorCode = failureReason && /^[a-z0-9_]{1,100}$/.test(failureReason) ? failureReason : undefined;
  const detail = `The processor could not complete the refund ${refundId}. No money was returned.`;
  return new Failure("refund_failed", detail, {
    processorSays: "rejected",
    ...(processorCode && { processorCode }),
  });
}
