import type { HistoryEntry } from "../../domain/payments/history.ts";
import {
  type FailedRefund,
  hasImpossibleRefunds,
  type IntentSnapshot,
  type Payment,
  type PaymentState,
  projectIntent,
} from "../../domain/payments/payment.ts";
import { canMove } from "../../domain/payments/status.ts";
import { findPayment, savePaymentState } from "../../ledger/payments.ts";
import { log } from "../../logger.ts";
import { count } from "../../metrics.ts";
import { fetchIntent } from "../../processor/intents.ts";
import { sync } from "../sync.ts";

export const fetchFor = (payment: Payment): Promise<IntentSnapshot> =>
  fetchIntent(payment.connectedAccountId, payment.processorPaymentIntentId);

export type PaymentSync = {
  /** The processor's answer to a call of ours, made after the payment was read. */
  known?: IntentSnapshot | undefined;
  fetch?: (payment: Payment) => Promise<IntentSnapshot>;
  /** After a conflict. Throws where what was asked about is not the payment's any more. */
  readAgain?: (svcPaymentId: string) => Promise<Payment | undefined>;
  /** What it is for, perhaps told from what is written over what: it rides along in the same write. */
  entry?: HistoryEntry | ((before: Payment, after: PaymentState) => HistoryEntry) | undefined;
  /** It follows an event that the ledger had missed: see SaveOptions. */
  isMissed?: boolean;
  /** The refund that was asked about, should it have failed. */
  failedRefund?: () => FailedRefund | undefined;
};

/** Brings the ledger's payment in line with the processor: see sync. The given payment is the version read. */
export const syncPayment = (
  payment: Payment,
  { known, fetch = fetchFor, readAgain = findPayment, entry, isMissed, failedRefund }: PaymentSync = {},
): Promise<Payment> =>
  sync<Payment, IntentSnapshot>(
    payment,
    {
      fetch,
      write: (current, snapshot) => {
        const state = projectIntent(snapshot);
        warnOfUnusualMove(current, state);
        warnOfImpossibleRefunds(current, state);
        return savePaymentState(current, state, {
          entry: typeof entry === "function" ? entry(current, state) : entry,
          isMissed,
          failedRefund: failedRefund?.(),
        });
      },
      readAgain: () => readAgain(payment.svcPaymentId),
      tooFast: "The payment is changing too fast; retrieve it to see its state.",
    },
    known,
  );

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

/** Written down all the same: the processor is the judge. But an operator must look at it today. */
function warnOfImpossibleRefunds({ svcPaymentId, merchantId }: Payment, state: PaymentState): void {
  if (!hasImpossibleRefunds(state)) return;
  log("error", "the processor's refunds lie outside of what was captured", { svcPaymentId, merchantId });
  count("ImpossibleRefunds");
}
