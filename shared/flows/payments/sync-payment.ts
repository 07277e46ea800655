import type { HistoryEntry } from "../../domain/payments/history.ts";
import {
  type Dispute,
  type FailedRefund,
  hasImpossibleRefunds,
  type IntentSnapshot,
  type Payment,
  type PaymentState,
  projectIntent,
} from "../../domain/payments/payment.ts";
import { isNews, type News } from "../../domain/payments/public-version.ts";
import { hasFailed, type RefundFacts } from "../../domain/payments/refund.ts";
import { canMove } from "../../domain/payments/status.ts";
import { findMerchant, type Merchant } from "../../ledger/merchants.ts";
import { findPayment, saveDispute, savePaymentState } from "../../ledger/payments.ts";
import { fetchDispute } from "../../processor/disputes.ts";
import { fetchIntent } from "../../processor/intents.ts";
import { type CreatedRefund, fetchRefund } from "../../processor/refunds.ts";
import { log } from "../../runtime/logger.ts";
import { count } from "../../runtime/metrics.ts";
import { recordUpdateEvent, type Told } from "../record-own-event.ts";
import { sync } from "../sync.ts";

/*
 * Brings the ledger's payment in line with the processor. If what is shown has changed, no callback tells it and the
 * merchant's endpoint has chosen to hear of it, an event of our own is recorded. The given payment is always the version read.
 */

export const fetchFor = (payment: Payment): Promise<IntentSnapshot> =>
  fetchIntent(payment.connectedAccountId, payment.processorPaymentIntentId);

/** `merchant`: as it was read; absent: it is read if there is something to tell. `told`: whom an event tells already. */
export type Telling = { merchant?: Merchant | undefined; told?: Told | undefined };

/** How a payment's state is written, whatever was fetched with it. */
export type StateSync = Telling & {
  /** After a conflict. Throws where the intent is not the payment's any more. */
  readAgain?: ((svcPaymentId: string) => Promise<Payment | undefined>) | undefined;
  /** Throws where the intent that was fetched is not the payment's. */
  requireOwn?: ((payment: Payment, snapshot: IntentSnapshot) => Promise<void>) | undefined;
  /** The history entry that is written with it, if needed made from the payment before and after. */
  entry?: HistoryEntry | ((before: Payment, after: PaymentState) => HistoryEntry) | undefined;
  /** It follows an event that the ledger had missed: see News. */
  isMissed?: boolean | undefined;
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

type Fetched = { snapshot: IntentSnapshot };

type FetchSteps<F extends Fetched> = {
  fetch: (payment: Payment) => Promise<F>;
  /** The refund that was fetched, should it have failed. */
  failedRefund?: (fetched: F) => FailedRefund | undefined;
};

/** The same where more is fetched with the intent, which the caller needs too. */
export function syncFetched<F extends Fetched>(
  payment: Payment,
  { fetch, failedRefund }: FetchSteps<F>,
  {
    known,
    readAgain = findPayment,
    requireOwn,
    entry,
    isMissed,
    ...telling
  }: StateSync & { known?: F | undefined } = {},
): Promise<{ record: Payment; facts: F }> {
  return sync<Payment, F>(
    payment,
    {
      fetch: async (current) => {
        const fetched = await fetch(current);
        await requireOwn?.(current, fetched.snapshot);
        return fetched;
      },
      write: (current, fetched) => {
        const news = {
          state: projectIntent(fetched.snapshot),
          isMissed,
          failedRefund: failedRefund?.(fetched),
        };
        return saveAndTell(current, news, { entry, ...telling });
      },
      readAgain: () => readAgain(payment.svcPaymentId),
      tooFast: TOO_FAST,
    },
    known,
  );
}

async function saveAndTell(
  payment: Payment,
  { state, ...beside }: News & { state: PaymentState },
  { entry, ...telling }: Telling & Pick<StateSync, "entry">,
): Promise<Payment | undefined> {
  warnOfUnusualMove(payment, state);
  warnOfImpossibleRefunds(payment, state);
  const { notAfterMs } = await recordUpdate(payment, { state, ...beside }, telling);
  const told = typeof entry === "function" ? entry(payment, state) : entry;
  return savePaymentState(payment, state, { ...beside, entry: told, notAfterMs });
}

/** Called right before the write. */
export async function recordUpdate(
  payment: Payment,
  news: News,
  { merchant, told }: Telling = {},
): Promise<{ notAfterMs?: number }> {
  if (!isNews(payment, news)) return {};
  const receiver = merchant ?? (await findMerchant(payment.merchantId));
  if (!receiver) return {};
  const { svcPaymentId, connectedAccountId: accountId, lockVersion, processorPaymentIntentId: id } = payment;
  const object = { object: "payment_intent", id };
  const about = [svcPaymentId, lockVersion];
  const update = { type: "payment.updated", about, object, accountId, svcPaymentId } as const;
  return recordUpdateEvent(update, receiver, told);
}

const TOO_FAST = "The payment keeps changing. Retrieve it to see its state.";

/** A refund may fail days after it was made: it is fetched together with its payment, and both are written at once. */
export async function syncRefund(
  payment: Payment,
  refundId: string,
  how: StateSync = {},
): Promise<{ payment: Payment; refund: RefundFacts }> {
  const { record, facts } = await syncFetched<CreatedRefund>(
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
  { isMissed, ...telling }: Telling & Pick<StateSync, "isMissed"> = {},
): Promise<Payment> {
  const { record } = await sync<Payment, Dispute>(payment, {
    fetch: () => fetchDispute(payment.connectedAccountId, disputeId),
    write: async (current, dispute) => {
      const options = { isMissed, ...(await recordUpdate(current, { dispute, isMissed }, telling)) };
      return saveDispute(current, dispute, options);
    },
    readAgain: () => findPayment(payment.svcPaymentId),
    tooFast: TOO_FAST,
  });
  return record;
}

/** What was fetched wins even where the table of moves forbids it, but an operator should know. */
function warnOfUnusualMove(payment: Payment, { status }: PaymentState): void {
  if (payment.status === status || canMove(payment.status, status)) return;
  const { svcPaymentId, merchantId } = payment;
  log("warn", "the processor moved a payment against the table of moves", {
    svcPaymentId,
    merchantId,
    fromStatus: payment.status,
    toStatus: status,
  });
}

/** Written all the same: the processor is the judge. But an operator must look at it today. */
function warnOfImpossibleRefunds({ svcPaymentId, merchantId }: Payment, state: PaymentState): void {
  if (!hasImpossibleRefunds(state)) return;
  log("error", "the processor's refunds lie outside of what was captured", { svcPaymentId, merchantId });
  count("ImpossibleRefunds");
}
