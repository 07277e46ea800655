import { compareText } from "../values.ts";
import type { StatementNote } from "./statement-note.ts";
import type { IntentStatus, PaymentStatus } from "./status.ts";

export type CaptureMethod = "automatic" | "manual";

export type ChargeSnapshot = {
  chargeId: string;
  amountCents: number;
  capturedCents: number;
  /** The processor's cumulative number as it stands. What a partial capture or a cancellation releases is not in it. */
  refundedCents: number;
  captured: boolean;
  /** What it was paid with, in the processor's words: card, us_bank_account and others. */
  methodType?: string | undefined;
  /** Which saved one it was, or the one that it was paid with this once. */
  methodId?: string | undefined;
  applicationFeeCents: number;
  /** Until when an authorization can be captured (milliseconds); undefined once it is captured. */
  captureBefore?: number | undefined;
};

/** What the processor says of a payment at one moment, in our words. */
export type IntentSnapshot = {
  intentId: string;
  status: IntentStatus;
  captureMethod: CaptureMethod;
  amountCents: number;
  currency: string;
  applicationFeeCents: number;
  /** What is authorized and not yet captured: a tip or an increment may have made it more than was ordered. */
  capturableCents: number;
  /** What was captured in all; 0 until then. */
  receivedCents: number;
  metadata: Record<string, string>;
  /** Which platform has made it; null: the account's owner. */
  applicationId: string | null;
  chargeId: string | null;
  /** Only when the processor was asked for it; an event carries the bare id. */
  charge: ChargeSnapshot | null;
};

/** The part of a payment that follows the processor. */
export type PaymentState = {
  status: PaymentStatus;
  /** By status: what is ordered until it is paid, what is authorized while it requires_capture, what was captured after. */
  amountCents: number;
  applicationFeeCents: number;
  /** What was given back of what was captured (netRefundedCents): 0 on a charge that was never captured. */
  refundedCents: number;
  processorPaymentIntentId: string;
  processorChargeId: string | null;
  /** Until when the hold lives (milliseconds); null where there is none. */
  captureBefore: number | null;
};

/** A dispute stands beside the status, never in its place: the payment stays succeeded or refunded. */
export type Dispute = {
  disputeId: string;
  status: string;
  reason: string;
  amountCents: number;
  /** Its own: the bank may dispute in another currency than the payment's. */
  currency?: string | undefined;
  openedAt?: number | undefined;
  /** Until when an answer is taken (milliseconds); undefined where none is possible. */
  dueBy?: number | undefined;
};

/** A refund that gave nothing back. It stands beside the status too. */
export type FailedRefund = {
  refundId: string;
  amountCents: number;
  failureReason: string | null;
  /** Of the refund. */
  createdAt?: number;
};

export const sameDispute = (one: Dispute | undefined, other: Dispute | undefined): boolean =>
  one?.status === other?.status &&
  one?.reason === other?.reason &&
  one?.dueBy === other?.dueBy &&
  one?.amountCents === other?.amountCents;

/** A payment as the ledger knows it. While its creation is open it may have no intent yet. */
export type Payment = PaymentState & {
  svcPaymentId: string;
  merchantId: string;
  connectedAccountId: string;
  captureMethod: CaptureMethod;
  /** What was ordered, and the fee that was agreed for that, when the payment was created. */
  orderedCents: number;
  agreedFeeCents: number;
  currency: string;
  orderRef: string | null;
  metadata?: Record<string, string> | undefined;
  createdAt: number;
  disputes: Record<string, Dispute>;
  failedRefunds: Record<string, FailedRefund>;
  /** Only of a payment that was just fetched: the ledger does not keep it. */
  methodType?: string | undefined;
  statementNotes: StatementNote[];
  /** A write names the one that was read, and fails where another write came between. See `nextVersion` in ledger/table.ts. */
  version: number;
};

/** Where the processor has it. */
export const intentOf = ({ connectedAccountId, processorPaymentIntentId }: Payment) => ({
  accountId: connectedAccountId,
  intentId: processorPaymentIntentId,
});

/* The table gives the entries of a map back in no particular order. Shown they are the oldest first. */

export const disputesOf = ({ disputes }: Pick<Payment, "disputes">): Dispute[] =>
  Object.values(disputes).sort(
    (one, other) =>
      (one.openedAt ?? 0) - (other.openedAt ?? 0) || compareText(one.disputeId, other.disputeId),
  );

export const failedRefundsOf = ({ failedRefunds }: Pick<Payment, "failedRefunds">): FailedRefund[] =>
  Object.values(failedRefunds).sort(
    (one, other) =>
      (one.createdAt ?? 0) - (other.createdAt ?? 0) || compareText(one.refundId, other.refundId),
  );

/**
 * Whether an intent can be the one that an open creation asked for. Its metadata alone proves nothing: payment ids are no
 * secret, and an account's owner writes what it likes into its own intents. Our application is compared only where it is
 * known: were a wrong one compared, every creation that is resumed would make a second intent.
 */
export const isAsOrdered = (
  ordered: OrderedIntent & { applicationId: string | undefined },
  intent: OrderedIntent & Pick<IntentSnapshot, "applicationId" | "metadata">,
): boolean =>
  (intent.amountCents === ordered.amountCents || isChangedSince(ordered, intent)) &&
  intent.currency === ordered.currency &&
  (ordered.applicationId === undefined || intent.applicationId === ordered.applicationId);

type OrderedIntent = Pick<IntentSnapshot, "amountCents" | "currency" | "applicationFeeCents">;

/**
 * A tip at the reader, a larger hold or an update before the buyer pays change an intent's amount. Then it still names
 * what was ordered, and bears the fee that was agreed, which only a platform can ask for. What was captured
 * since may bear less of it, and where none was agreed there is none to compare: then only what is higher is believed,
 * because a forgery of that gains nothing.
 */
function isChangedSince(
  { amountCents, applicationFeeCents }: OrderedIntent,
  intent: OrderedIntent & Pick<IntentSnapshot, "metadata">,
): boolean {
  if (intent.metadata.svcAmountCents !== String(amountCents)) return false;
  if (applicationFeeCents > 0 && intent.applicationFeeCents === applicationFeeCents) return true;
  const hasItsFee = intent.applicationFeeCents > 0 || applicationFeeCents === 0;
  return hasItsFee && intent.amountCents > amountCents;
}

/** What was never captured cannot have been refunded, whatever the charge says of money that it let go. */
export const netRefundedCents = ({ captured, refundedCents }: ChargeSnapshot): number =>
  captured ? refundedCents : 0;

/**
 * One projection for the answers of our own calls and for the processor's events, so that both orders end equal.
 * It never adds to what the ledger says: the processor's cumulative numbers are the truth.
 */
export function projectIntent(snapshot: IntentSnapshot): PaymentState {
  const { charge } = snapshot;
  const paid = snapshot.status === "succeeded";
  const capturedCents = charge?.capturedCents ?? snapshot.receivedCents;
  const refundedCents = paid && charge ? netRefundedCents(charge) : 0;
  return {
    status: paid ? paidStatus(refundedCents, capturedCents) : snapshot.status,
    amountCents: paid ? capturedCents : unpaidCents(snapshot),
    applicationFeeCents: paid && charge ? charge.applicationFeeCents : snapshot.applicationFeeCents,
    refundedCents,
    processorPaymentIntentId: snapshot.intentId,
    processorChargeId: snapshot.chargeId,
    captureBefore: snapshot.status === "requires_capture" ? (charge?.captureBefore ?? null) : null,
  };
}

/** A hold is worth what is authorized, whatever was ordered. */
const unpaidCents = ({ status, capturableCents, amountCents }: IntentSnapshot): number =>
  status === "requires_capture" ? capturableCents : amountCents;

function paidStatus(refundedCents: number, capturedCents: number): PaymentStatus {
  if (refundedCents <= 0) return "succeeded";
  return refundedCents < capturedCents ? "partially_refunded" : "refunded";
}

/** The money was taken, whatever of it was given back since. */
export const isPaid = (status: PaymentStatus): boolean =>
  status === "succeeded" || status === "partially_refunded" || status === "refunded";

/** How far along a status is. From step 3 on a payment is never unpaid again. */
const STEPS: Record<PaymentStatus, number> = {
  requires_payment_method: 0,
  requires_confirmation: 0,
  requires_action: 0,
  processing: 1,
  requires_capture: 2,
  succeeded: 3,
  partially_refunded: 4,
  refunded: 4,
  canceled: 3,
};

/**
 * Whether an event's own picture of the intent can be believed without asking: it must lead forward, to a status
 * from which nothing leads back. A late "processing" would lead forward too, and yet be long over; and until when a
 * hold lives is on the charge, which an event does not carry.
 */
export function isConclusive(
  from: { status: PaymentStatus },
  to: { status: IntentStatus; receivedCents: number; amountCents: number },
): boolean {
  const forward = STEPS[to.status] > STEPS[from.status] && STEPS[to.status] >= 3;
  // The fee of a partial capture is on the charge, which an event does not carry.
  const whole = to.status !== "succeeded" || to.receivedCents === to.amountCents;
  return forward && whole;
}

export const sameState = (one: PaymentState, other: PaymentState): boolean =>
  one.status === other.status &&
  one.amountCents === other.amountCents &&
  one.applicationFeeCents === other.applicationFeeCents &&
  one.refundedCents === other.refundedCents &&
  one.processorPaymentIntentId === other.processorPaymentIntentId &&
  one.processorChargeId === other.processorChargeId &&
  one.captureBefore === other.captureBefore;

/** What is written onto a payment. */
export type PaymentChange = {
  state?: PaymentState;
  dispute?: Dispute;
  failedRefund?: FailedRefund | undefined;
};

/** Whether merchants see another payment. Lists show the refunds that failed: one more is another picture. */
export const isVisibleChange = (payment: Payment, { state, dispute, failedRefund }: PaymentChange): boolean =>
  (state !== undefined && !looksAlike(payment, state)) ||
  (dispute !== undefined && !sameDispute(payment.disputes[dispute.disputeId], dispute)) ||
  (failedRefund !== undefined && !(failedRefund.refundId in payment.failedRefunds));

/** Whether merchants would see the same: the charge's id is not shown to them. */
const looksAlike = (one: PaymentState, other: PaymentState): boolean =>
  sameState(one, { ...other, processorChargeId: one.processorChargeId });
