import { Failure } from "../domain/failure.ts";
import {
  canMove,
  type IntentSnapshot,
  type Payment,
  type PaymentState,
  projectIntent,
} from "../domain/payment.ts";
import { findPayment, savePaymentState } from "../ledger/payments.ts";
import { log } from "../logger.ts";
import { fetchIntent } from "../processor/intents.ts";

/** Each conflict means that someone else wrote a newer answer; five in a row would be a storm. */
const MAX_ROUNDS = 5;

export const fetchFor = (payment: Payment): Promise<IntentSnapshot> =>
  fetchIntent(payment.connectedAccountId, payment.processorPaymentIntentId);

/**
 * Read the version, ask the processor, write on that version. The given payment is the version read; after a
 * conflict all three are done again, because the answer in hand may be older than what now stands.
 */
export async function followPayment(
  payment: Payment,
  ask: (payment: Payment) => Promise<IntentSnapshot> = fetchFor,
): Promise<Payment> {
  let current = payment;
  let state = projectIntent(await ask(current));
  for (let round = 0; round < MAX_ROUNDS; round++) {
    if (isCurrent(current, state)) return current;
    warnOfUnusualMove(current, state);
    const saved = await savePaymentState(current, state);
    if (saved) return saved;
    const newer = await findPayment(payment.merchantId, payment.svcPaymentId);
    if (!newer) throw new Error("A payment disappeared from the ledger.");
    current = newer;
    state = projectIntent(await fetchFor(current));
  }
  throw new Failure(
    "service_unavailable",
    "The payment is changing too fast; retrieve it to see its state.",
    {
      retryAfterSeconds: 1,
    },
  );
}

function isCurrent(payment: Payment, state: PaymentState): boolean {
  return (Object.keys(state) as (keyof PaymentState)[]).every((name) => payment[name] === state[name]);
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
