import { Failure } from "../../domain/failure.ts";
import {
  canMove,
  type IntentSnapshot,
  type Payment,
  type PaymentState,
  projectIntent,
} from "../../domain/payment.ts";
import { findPaymentRecord, type HistoryEntry, savePaymentState, toPayment } from "../../ledger/payments.ts";
import { log } from "../../logger.ts";
import { fetchIntent } from "../../processor/intents.ts";

/** Each conflict means that someone else has written an answer; ten in a row would be a storm. */
const MAX_ROUNDS = 10;

export const fetchFor = (payment: Payment): Promise<IntentSnapshot> =>
  fetchIntent(payment.connectedAccountId, payment.processorPaymentIntentId);

type Ask = (payment: Payment) => Promise<IntentSnapshot>;

/** How the processor is asked first, how again after a conflict, and which API call it is for. */
export type Following = { ask?: Ask; askAgain?: Ask; entry?: HistoryEntry | undefined };

/**
 * Read the version, ask the processor, write on that version. The given payment is the version read; after a
 * conflict all three are done again, because the answer in hand may be older than what now stands.
 */
export async function followPayment(
  payment: Payment,
  { ask = fetchFor, askAgain = fetchFor, entry }: Following = {},
): Promise<Payment> {
  let current = payment;
  let state = projectIntent(await ask(current));
  for (let round = 0; round < MAX_ROUNDS; round++) {
    warnOfUnusualMove(current, state);
    // Written even when nothing changes: the new version is what refuses a slower follower with an older answer.
    const saved = await savePaymentState(current, state, entry);
    if (saved) return saved;
    const newer = await findPaymentRecord(payment.svcPaymentId);
    if (!newer) throw new Error("A payment disappeared from the ledger.");
    current = toPayment(newer);
    state = projectIntent(await askAgain(current));
  }
  throw new Failure(
    "service_unavailable",
    "The payment is changing too fast; retrieve it to see its state.",
    {
      retryAfterSeconds: 1,
    },
  );
}

/** What was fetched wins even where the table of moves forbids it, but somebody should know. */
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
