import type { Operation } from "../../contract/operation.ts";
import { cancelPayment, capturePayment, refundPayment } from "../../contract/payment-operations.ts";
import { decideCancel } from "../../domain/payments/cancel.ts";
import {
  asksForAll,
  decideCapture,
  decideForgottenCapture,
  isCaptureOf,
} from "../../domain/payments/capture.ts";
import { PARAMETERS_VERSION, type Sighting } from "../../domain/payments/claim.ts";
import {
  type Cancel,
  type CancelWish,
  type Capture,
  type CaptureWish,
  type Decision,
  isRefused,
  type NothingLeft,
  type Refund,
  type RefundWish,
  type ToDo,
} from "../../domain/payments/operation.ts";
import { type IntentSnapshot, type Payment, projectIntent } from "../../domain/payments/payment.ts";
import { decideRefund, type RefundFacts, requireMade } from "../../domain/payments/refund.ts";
import { isPaid } from "../../domain/payments/status.ts";
import type { OperationRecord } from "../../ledger/payments.ts";
import { cancelIntent, captureIntent } from "../../processor/intents.ts";
import {
  createRefund,
  fetchRefund,
  type MadeRefund,
  searchForgottenRefund,
  searchRefund,
} from "../../processor/refunds.ts";
import { fetchFor } from "./sync-payment.ts";

/*
 * The table of operations: what is particular to a capture, a refund and a cancellation. What they have in common, and
 * in which order it happens, is in run-operation.ts.
 */

/** An operation that is decided, and claimed where an Idempotency-Key came. */
export type Begun<D extends ToDo> = {
  /** The version to write on. */
  payment: Payment;
  decided: D | NothingLeft;
  operationId: string;
  /** Only with an Idempotency-Key. */
  record?: OperationRecord<D | NothingLeft>;
  /** When it was asked for, and by which request: for the payment's story. */
  at: number;
  traceId: string;
};

/** What the processor has done: the payment as it stands after it, and the refund where it is one. */
export type Done = { snapshot: IntentSnapshot; refund?: RefundFacts };

/** The processor's key, and which one in turn it is. */
type ProcessorKey = { processorKey: string; generation: number };

/** A request has seconds and hears of a failure, a visit has minutes and ends the claim. */
type LookedBy = "request" | "visit";

/** One row of the table. W is the wish, D what is decided to be done. */
export type OperationRow<W, D extends ToDo> = {
  name: "capture" | "refund" | "cancel";
  contract: Operation;
  /** Pure. Asked on the ledger, then on the fetched intent; and it explains what the processor refuses. */
  decide: (payment: Payment, wish: W) => Decision<D>;
  /**
   * The same on the fetched intent, where a key came: what it shows may be this very operation's doing, which the
   * ledger does not know of, or has forgotten by a restore.
   */
  decideUnderKey: (payment: Payment, wish: W, operationId: string) => Decision<D>;
  /** Where the ledger cannot tell what is wished for, the fetched intent alone is decided on. Absent: it always can. */
  needsIntent?: (payment: Payment, wish: W) => boolean;
  /** The call that moves money, under a processor key of its own. */
  send: (begun: Begun<D>, decided: D, under: ProcessorKey) => Promise<Done>;
  /** How it stands now: under a key that it knows the processor repeats its first answer. */
  refetch: (payment: Payment, done: Done) => Promise<Done>;
  /**
   * Under a key: what was done under it before the ledger was restored from a backup, and forgotten by ledger and
   * processor alike. A second capture or cancellation is refused, so they recall nothing; a second refund would pay
   * twice. It is asked at every attempt, because that one was made before this one does not say that it came as far as
   * this.
   */
  recall?: (begun: Begun<D>) => Promise<Done | undefined>;
  /** What an earlier attempt has done. Reads, and never moves money. */
  look: (begun: Begun<D>, decided: D, glance: { now: number; lookedBy: LookedBy }) => Promise<Sighting<Done>>;
  /** How long after a stuck key the same may be asked for under a new one. */
  pauseMs: number;
};

const capture: OperationRow<CaptureWish, Capture> = {
  name: "capture",
  contract: capturePayment,
  decide: (payment, { amountCents }) => decideCapture(payment, amountCents),
  decideUnderKey: (payment, { amountCents }, operationId) =>
    decideForgottenCapture(payment, amountCents, operationId),
  needsIntent: (payment, { amountCents }) => asksForAll(payment, amountCents),
  send: async ({ payment }, { amountCents, applicationFeeCents }, { processorKey }) => ({
    snapshot: await captureIntent({ ...intentOf(payment), amountCents, applicationFeeCents, processorKey }),
  }),
  refetch: refetchIntent,
  // Whatever was refunded since: a capture of this amount is the one that was asked for.
  look: ({ payment }, { amountCents }) => lookAtIntent(payment, (facts) => isCaptureOf(facts, amountCents)),
  // A second capture is refused by the processor.
  pauseMs: 0,
};

const decideCancelInDetail = (payment: Payment, { reason }: CancelWish) => ({
  ...decideCancel(payment),
  reason,
});

const cancel: OperationRow<CancelWish, Cancel> = {
  name: "cancel",
  contract: cancelPayment,
  decide: decideCancelInDetail,
  // A payment that was canceled stays so: nothing more can be known than the status says.
  decideUnderKey: decideCancelInDetail,
  send: async ({ payment }, { reason }, { processorKey }) => ({
    snapshot: await cancelIntent({ ...intentOf(payment), reason, processorKey }),
  }),
  refetch: refetchIntent,
  look: ({ payment }) => lookAtIntent(payment, ({ status }) => status === "canceled"),
  // A second cancellation is refused by the processor.
  pauseMs: 0,
};

const refund: OperationRow<RefundWish, Refund> = {
  name: "refund",
  contract: refundPayment,
  decide: decideRefundInDetail,
  // A second refund would pay twice. What was forgotten is recalled by its id while something is left to refund, and
  // otherwise brought back by `reconcile payments`.
  decideUnderKey: decideRefundInDetail,
  send: async ({ payment, operationId, record }, { kind, ...decided }, under) =>
    requireDone(
      await createRefund({
        ...intentOf(payment),
        ...decided,
        ...under,
        parametersVersion: record ? (record.parametersVersion ?? 1) : PARAMETERS_VERSION,
        svcPaymentId: payment.svcPaymentId,
        operationId,
      }),
    ),
  refetch: async (payment, { refund }) =>
    refund
      ? requireDone(await fetchRefund(payment.connectedAccountId, refund.refundId))
      : refetchIntent(payment),
  recall: recallRefund,
  look: lookForRefund,
  // A refund that the processor answered with a 500 may still be made minutes later, and a second one under a new key
  // would pay twice. The processor names no bound; after this time we no longer expect it.
  pauseMs: 15 * 60_000,
};

export const OPERATIONS = { capture, refund, cancel };

/** The answer's status counts: a refund that failed has given nothing back. */
function requireDone(made: MadeRefund): Done {
  requireMade(made.refund);
  return made;
}

const intentOf = ({ connectedAccountId, processorPaymentIntentId }: Payment) => ({
  accountId: connectedAccountId,
  intentId: processorPaymentIntentId,
});

async function refetchIntent(payment: Payment): Promise<Done> {
  return { snapshot: await fetchFor(payment) };
}

/** For what the intent itself tells. Paid or canceled otherwise than it was wished, it stays so. */
async function lookAtIntent(payment: Payment, isDone: (facts: Payment) => boolean): Promise<Sighting<Done>> {
  const snapshot = await fetchFor(payment);
  const facts = factsFrom(payment, snapshot);
  if (isDone(facts)) return { kind: "made", value: { snapshot } };
  return { kind: isPaid(facts.status) || facts.status === "canceled" ? "impossible" : "not_made" };
}

export const factsFrom = (payment: Payment, snapshot: IntentSnapshot): Payment => ({
  ...payment,
  ...projectIntent(snapshot),
  methodType: snapshot.charge?.methodType,
});

function decideRefundInDetail(payment: Payment, wish: RefundWish) {
  const decision = decideRefund(payment, wish.amountCents);
  if (isRefused(decision)) return decision;
  // The processor refuses the flag on a payment without a fee.
  const refundApplicationFee = payment.applicationFeeCents > 0 ? wish.refundApplicationFee : undefined;
  return { ...decision, refundApplicationFee, reason: wish.reason };
}

/** A page holds 100; a list that does not end within the bound says nothing. */
const MAX_REFUND_PAGES: Record<LookedBy, number> = { request: 100, visit: 500 };

/**
 * Only where something was refunded already can it be this one: one listing, and only then. It trusts the ledger's
 * refundedCents, which after a restore may be 0 until `reconcile payments` has brought it up (runbooks/restore.md).
 */
async function recallRefund({ payment, operationId }: Begun<Refund>): Promise<Done | undefined> {
  if (payment.refundedCents === 0) return undefined;
  const search = { ...intentOf(payment), operationId, maxPages: MAX_REFUND_PAGES.request };
  const refund = await searchForgottenRefund(search);
  return refund && { snapshot: await fetchFor(payment), refund };
}

/**
 * By the operation's id among all refunds of the payment. That it is not among them says something only if the list
 * accounts for every cent that the charge has given back.
 */
async function lookForRefund(
  { payment, operationId, record }: Begun<Refund>,
  _decided: Refund,
  { now, lookedBy }: { now: number; lookedBy: LookedBy },
): Promise<Sighting<Done>> {
  const firstAt = record?.claimedAt ?? now;
  const maxPages = MAX_REFUND_PAGES[lookedBy];
  const generation = record?.generation ?? 1;
  const search = { ...intentOf(payment), operationId, generation, firstAt, now, maxPages };
  const found = await searchRefund(search);
  if (found.kind === "failed") {
    // The client hears it, however late, as if the processor had just said so; sent again it would be a second refund.
    if (lookedBy === "request") requireMade(found.refund);
    return { kind: "impossible" };
  }
  const snapshot = await fetchFor(payment);
  if (found.kind === "made") return { kind: "made", value: { snapshot, refund: found.refund } };
  const refundedCents = snapshot.charge?.refundedCents ?? 0;
  const addsUp = found.leastCents <= refundedCents && refundedCents <= found.mostCents;
  return { kind: addsUp ? "not_made" : "unsettled" };
}
