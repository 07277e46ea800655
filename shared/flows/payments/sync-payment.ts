import {
  type Dispute,
  type FailedRefund,
  type IntentSnapshot,
  isVisibleChange,
  type Payment,
  type PaymentChange,
  type PaymentState,
  projectIntent,
} from "../../domain/payments/payment.ts";
import { hasFailed, type RefundFacts } from "../../domain/payments/refund.ts";
import type { StatementNote } from "../../domain/payments/statement-note.ts";
import { findPayment, saveDispute, savePaymentState } from "../../ledger/payments.ts";
import { fetchDispute } from "../../processor/disputes.ts";
import { fetchIntent } from "../../processor/intents.ts";
import { type FetchedRefund, fetchRefund } from "../../processor/refunds.ts";
import { type InTime, sync, tellUpdate } from "../sync.ts";

/*
 * Brings the ledger's payment in line with the processor. A visible change is told by `payment.updated`. The given payment
 * is always the version read.
 */

export const fetchFor = (payment: Payment): Promise<IntentSnapshot> =>
  fetchIntent(payment.connectedAccountId, payment.processorPaymentIntentId);

/**
 * `isMissed`: it follows an event that the ledger had missed, perhaps because it was restored since: then what merchants
 * were told may be newer than what stands here, and it is told even where nothing changes.
 */
export type Telling = { isMissed?: boolean | undefined };

/** How a payment's state is written, whatever was fetched with it. */
export type StateSync = Telling & {
  /** After a conflict. Throws where the intent is not the payment's any more. */
  readAgain?: ((svcPaymentId: string) => Promise<Payment | undefined>) | undefined;
  /** What a statement notes with it. */
  note?: ((before: Payment, after: PaymentState) => StatementNote | undefined) | undefined;
};

type PaymentSync = StateSync & {
  /** The processor's answer to a call of ours, made after the payment was read. */
  known?: IntentSnapshot | undefined;
  fetch?: (payment: Payment) => Promise<IntentSnapshot>;
};

export async function syncPayment(
  payment: Payment,
  { known, fetch = fetchFor, ...how }: PaymentSync = {},
): Promise<Payment> {
  const steps = { fetch: async (current: Payment) => ({ snapshot: await fetch(current) }) };
  return (await syncFetched(payment, steps, { ...how, known: known && { snapshot: known } })).record;
}

/** As the processor shows it now. What only a fetched payment tells is in it, too. */
export async function bringInLine(payment: Payment): Promise<Payment> {
  const fetch = async (current: Payment) => ({ snapshot: await fetchFor(current) });
  const { record, facts } = await syncFetched(payment, { fetch });
  return { ...record, methodType: facts.snapshot.charge?.methodType };
}

type Fetched = { snapshot: IntentSnapshot };

type FetchSteps<F extends Fetched> = {
  fetch: (payment: Payment) => Promise<F>;
  /** The refund that was fetched, should it have failed. */
  failedRefund?: (fetched: F) => FailedRefund | undefined;
};

/** The same where more is fetched with the intent, which the caller needs too. */
function syncFetched<F extends Fetched>(
  payment: Payment,
  { fetch, failedRefund }: FetchSteps<F>,
  { known, readAgain = findPayment, note, ...telling }: StateSync & { known?: F | undefined } = {},
): Promise<{ record: Payment; facts: F }> {
  return sync<Payment, F>(
    payment,
    {
      fetch,
      write: (current, fetched) => {
        const change = { state: projectIntent(fetched.snapshot), failedRefund: failedRefund?.(fetched) };
        return saveAndTell(current, change, { note, ...telling });
      },
      readAgain: () => readAgain(payment.svcPaymentId),
      tooFast: TOO_FAST,
    },
    known,
  );
}

/** Written even when it changes nothing: see sync. */
export async function saveAndTell(
  payment: Payment,
  { state, failedRefund }: PaymentChange & { state: PaymentState },
  { note, ...telling }: Telling & Pick<StateSync, "note"> = {},
): Promise<Payment | undefined> {
  return tellChange(payment, { state, failedRefund }, telling, (inTime) =>
    savePaymentState(payment, state, { failedRefund, note: note?.(payment, state), ...inTime }),
  );
}

/** A visible change is told by the write that makes it: the payment as it stands after that. */
export async function tellChange<T>(
  payment: Payment,
  change: PaymentChange,
  { isMissed = false }: Telling,
  write: (inTime: InTime) => Promise<T>,
): Promise<T> {
  if (!isMissed && !isVisibleChange(payment, change)) return write({});
  const { svcPaymentId, merchantId, connectedAccountId: accountId, version } = payment;
  const object = { object: "payment_intent", id: payment.processorPaymentIntentId };
  const about = [svcPaymentId, version];
  return tellUpdate({ type: "payment.updated", about, object, merchantId, accountId, svcPaymentId }, write);
}

const TOO_FAST = "The payment keeps changing. Retrieve it to see its state.";

/** A refund may fail days after it was made: it is fetched together with its payment, and both are written at once. */
export async function syncRefund(
  payment: Payment,
  refundId: string,
  how: StateSync = {},
): Promise<{ payment: Payment; refund: RefundFacts }> {
  const { record, facts } = await syncFetched<FetchedRefund>(
    payment,
    {
      fetch: ({ connectedAccountId }) => fetchRefund(connectedAccountId, refundId),
      failedRefund: ({ refund }) => (hasFailed(refund) ? failedOf(refund) : undefined),
    },
    how,
  );
  return { payment: record, refund: facts.refund };
}

const failedOf = ({ refundId, amountCents, failureReason, createdAt }: RefundFacts): FailedRefund => ({
  refundId,
  amountCents,
  failureReason,
  createdAt,
});

/** The event of an opened dispute may come after that of its end, so the dispute itself is fetched. */
export async function syncDispute(
  payment: Payment,
  disputeId: string,
  telling: Telling = {},
): Promise<Payment> {
  const { record } = await sync<Payment, Dispute>(payment, {
    fetch: () => fetchDispute(payment.connectedAccountId, disputeId),
    write: (current, dispute) =>
      tellChange(current, { dispute }, telling, (inTime) => saveDispute(current, dispute, inTime)),
    readAgain: () => findPayment(payment.svcPaymentId),
    tooFast: TOO_FAST,
  });
  return record;
}
