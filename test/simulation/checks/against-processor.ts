import type Stripe from "stripe";
import type { FailureCode } from "../../../shared/domain/failure.ts";
import { paymentKey } from "../../../shared/ledger/table.ts";
import type { Item } from "../ledger/values.ts";
import { partsOf } from "../world/parts.ts";
import type { Simulation } from "../world/simulation.ts";

/* What a write of the ledger says, held against what the processor has done by then. */

type Place = { accountId: string; intentId: string; svcPaymentId: string };

function placeOf(payment: Item | undefined): Place {
  const { connectedAccountId = "" } = (payment?.terms ?? {}) as { connectedAccountId?: string };
  const { processorPaymentIntentId = "", svcPaymentId } = payment ?? {};
  return {
    accountId: connectedAccountId,
    intentId: String(processorPaymentIntentId),
    svcPaymentId: String(svcPaymentId),
  };
}

/** What the processor has authorized, which may be more or less than was ordered; 0 where there is no intent yet. */
export function authorizedCentsOf(payment: Item): number {
  const { accountId, intentId } = placeOf(payment);
  const intents = intentId ? partsOf().processor.list("payment_intent", accountId) : [];
  return intents.find(({ id }) => id === intentId)?.amount ?? 0;
}

type Made = { id: string; created?: number };

/**
 * A rejected claim says that nothing was made: its key may be used again, for another body. Of a creation: nothing that
 * somebody has tried to pay, because an intent alone moves nothing. What was made days before it
 * was claimed is of a claim that a restore has forgotten, and it is recalled by its id once its account can be read again.
 */
export function checkRejection(simulation: Simulation, record: Item): void {
  if (simulation.writer?.isZombie) return;
  if (kindOf(record) === "charge") checkRejectedCharge(simulation, record);
  const made = record.sk === "PAYMENT" ? intentOf(record) : effectOf(record, (refund) => !isUndone(refund));
  const isForgotten = (made?.created ?? 0) * 1000 < Number(record.claimedAt) - DAY_MS;
  if (made && !isForgotten && isMadeBefore(simulation, made))
    simulation.violate("I1", `${record.pk} ${record.sk} is rejected, and ${made.id} was made`);
}

/** A completed refund or capture was made, whatever became of it since; a refund that failed in the answer was not. */
export function checkCompletion(simulation: Simulation, record: Item): void {
  const kind = kindOf(record);
  if (kind === "charge" && !chargesOf(record).some(isTaken))
    simulation.violate("I3", `${record.pk} ${record.sk} is completed, and nothing was charged`);
  if ((kind === "refund" || kind === "capture") && !effectOf(record, (refund) => !isStillborn(refund)))
    simulation.violate("I3", `${record.pk} ${record.sk} is completed, and no ${kind} was made`);
}

const kindOf = ({ decided }: Item): string | undefined => ((decided ?? {}) as { kind?: string }).kind;

const chargesOf = ({ svcPaymentId }: Item): Stripe.Charge[] => {
  const { accountId, intentId } = placeOf(partsOf().table.peek(paymentKey(String(svcPaymentId))));
  return partsOf()
    .processor.list("charge", accountId)
    .filter(({ payment_intent }) => payment_intent === intentId);
};

/** Paid, held or announced. A debit that failed later was announced before. */
const isTaken = ({ id, status }: Stripe.Charge): boolean => status !== "failed" || id.startsWith("py_");

/**
 * A shop that is told of a decline asks its customer again: never where the payment was paid when it asked. That the
 * processor denies the account says nothing of the payment, and nothing can be fetched then (seed 930 000 871).
 */
function checkRejectedCharge(simulation: Simulation, record: Item): void {
  if (record.rejectedAs === ("processor_rejected" satisfies FailureCode)) return;
  const { accountId, intentId } = placeOf(partsOf().table.peek(paymentKey(String(record.svcPaymentId))));
  const intent = partsOf()
    .processor.list("payment_intent", accountId)
    .find(({ id }) => id === intentId);
  const since = simulation.writer?.startedAt ?? 0;
  const paid = chargesOf(record).find(
    ({ id, status, created }) =>
      id === intent?.latest_charge && status !== "failed" && (created + 1) * 1000 <= since,
  );
  if (paid && ["succeeded", "requires_capture", "processing"].includes(intent?.status ?? ""))
    simulation.violate("I1", `${record.pk} ${record.sk} is rejected, and ${paid.id} was charged before`);
}

const DAY_MS = 86_400_000;

const DONE_LATE = ["processor-late", "processor-500-late"] as const;
/** Longer than a function lives. */
const RECENTLY_MS = 30_000;

/** What the processor does late it may do between a function's look and the write that follows from it. */
function isMadeBefore({ clock, faults }: Simulation, { created }: Made): boolean {
  if (!DONE_LATE.some((kind) => faults.exists(kind))) return true;
  return created !== undefined && created * 1000 < clock.now - RECENTLY_MS;
}

/** Of a later key: a former key may have left one behind, which is never given out. */
function intentOf(record: Item): Made | undefined {
  const { accountId, svcPaymentId } = placeOf(record);
  return partsOf()
    .processor.list("payment_intent", accountId)
    .find(
      ({ id, metadata, latest_charge }) =>
        metadata.svcPaymentId === svcPaymentId &&
        latest_charge !== null &&
        !partsOf().processor.forgedIntents.has(id),
    );
}

function effectOf(
  { svcPaymentId, operationId, decided }: Item,
  counts: (refund: Stripe.Refund) => boolean,
): Made | undefined {
  const { kind, amountCents } = (decided ?? {}) as { kind?: string; amountCents?: number };
  const { accountId, intentId } = placeOf(partsOf().table.peek(paymentKey(String(svcPaymentId))));
  const { processor } = partsOf();
  if (kind === "refund")
    return processor
      .list("refund", accountId)
      .find((refund) => refund.metadata?.svcOperationId === operationId && counts(refund));
  if (kind !== "capture") return undefined;
  const intent = processor.list("payment_intent", accountId).find(({ id }) => id === intentId);
  return intent?.status === "succeeded" && intent.amount_received === amountCents
    ? { id: `a capture of ${amountCents}` }
    : undefined;
}

/** It had failed when it was answered; one that fails later has another reason (infra/simulator, refund-outcome.ts). */
const isStillborn = ({ status, failure_reason }: Stripe.Refund): boolean =>
  status === "failed" && failure_reason === "insufficient_funds";

/** Without a key no record says what was done: of the refunds of this amount one must have been made. */
export function checkGranted(
  simulation: Simulation,
  { svcPaymentId, amountCents }: { svcPaymentId: string; amountCents: number },
): void {
  const { accountId } = placeOf(partsOf().table.peek(paymentKey(svcPaymentId)));
  // No two wishes are for the same amount.
  const refunds = partsOf()
    .processor.list("refund", accountId)
    .filter(({ amount }) => amount === amountCents);
  if (refunds.length > 0 && refunds.every(isStillborn))
    simulation.violate("I3", `a refund of ${amountCents} has failed, and is answered as made`);
}

/** What is left is asked for. It is too much only where another refund was made since the request began. */
export function checkLeft(simulation: Simulation, svcPaymentId: string, begunAt: number): void {
  const { accountId, intentId } = placeOf(partsOf().table.peek(paymentKey(svcPaymentId)));
  const isAnotherMade = partsOf()
    .processor.list("refund", accountId)
    .some(({ payment_intent, created }) => payment_intent === intentId && (created + 1) * 1000 > begunAt);
  if (!isAnotherMade) simulation.violate("I3", `what is left of ${svcPaymentId} is rejected as too much`);
}

const isUndone = ({ status }: Stripe.Refund): boolean => status === "failed" || status === "canceled";

/** Without a key a retry is a second refund: once it was made, no answer may invite one. */
export function checkInvitation(
  simulation: Simulation,
  { svcPaymentId, amountCents }: { svcPaymentId: string; amountCents: number },
): void {
  const { accountId } = placeOf(partsOf().table.peek(paymentKey(svcPaymentId)));
  // No two wishes are for the same amount.
  if (
    partsOf()
      .processor.list("refund", accountId)
      .some(({ amount }) => amount === amountCents)
  )
    simulation.violate("I3", `a refund of ${amountCents} was made, and its answer invites a second one`);
}

const ASK_BEFORE_THEY_WRITE = ["charge-payment", "capture-payment", "refund-payment", "cancel-payment"];

/** A request that asks the processor and then writes knows of every refund that was made before it began. */
export function checkFreshness(simulation: Simulation, payment: Item): void {
  const { writer } = simulation;
  if (!writer || !ASK_BEFORE_THEY_WRITE.includes(writer.name)) return;
  const { accountId, intentId } = placeOf(payment);
  const refunds = partsOf()
    .processor.list("refund", accountId)
    .filter((refund) => refund.payment_intent === intentId);
  if (refunds.some(isUndone)) return;
  const known = refunds.filter(
    ({ status, created }) => status === "succeeded" && (created + 1) * 1000 <= writer.startedAt,
  );
  const knownCents = known.reduce((sum, { amount }) => sum + amount, 0);
  if (Number(payment.refundedCents ?? 0) < knownCents)
    simulation.violate(
      "I4",
      `${payment.pk} gets an old answer: ${payment.refundedCents} refunded of ${knownCents}`,
    );
}

/** What was given back is taken back only where a refund has failed. */
export function checkRefundsFall(simulation: Simulation, payment: Item): void {
  const { accountId, intentId } = placeOf(payment);
  const refunds = partsOf().processor.list("refund", accountId);
  if (refunds.some((refund) => refund.payment_intent === intentId && isUndone(refund))) return;
  simulation.violate("I4", `${payment.pk} forgets a refund: ${payment.refundedCents} are left`);
}
