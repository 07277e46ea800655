import { Failure, isFailure, processorSays } from "../../domain/failure.ts";
import { PAYMENT_ID } from "../../domain/id-forms.ts";
import { requireAccountId } from "../../domain/onboarding.ts";
import { intentOf, type Payment } from "../../domain/payments/payment.ts";
import {
  type ReaderAction,
  type ReaderState,
  type ReaderWish,
  requireReaderId,
} from "../../domain/terminal.ts";
import type { Merchant } from "../../ledger/merchants.ts";
import { findCompletedPayment, requirePayment } from "../../ledger/payments.ts";
import { leaseReader, type ReaderLease, releaseReader } from "../../ledger/reader-leases.ts";
import { cancelAction, fetchReader, processIntent } from "../../processor/readers.ts";

/*
 * Paying at a reader that the merchant's server drives. The processor has the reader's action, and the payment's own
 * events tell the ledger how it ended. An intent is paid once, so sending it to a reader again, or to two readers, never
 * charges twice. That is why no key is needed, and why a rejected or unanswered request may look at the reader and take
 * an action on its own payment for the answer.
 * A payment that is sent to a waiting reader replaces the one there, and the customer would pay another's bill. So the
 * reader is looked at first, under a lease that keeps two tills from doing that at once. A request with `replace` needs the
 * lease too: what another till is sending would arrive after it and replace what it was answered. A death leaves the lease
 * for a minute, and so does an unknown outcome, because the payment may still be on its way to the reader.
 */

export async function getReader(merchant: Merchant, readerId: string): Promise<ReaderState> {
  return withKnownPayment(merchant, await fetchReader(atProcessor(merchant, readerId)));
}

export async function processAtReader(
  merchant: Merchant,
  readerId: string,
  { body, ownerToken, at }: { body: ReaderWish; ownerToken: string; at: number },
): Promise<ReaderState> {
  const { svcPaymentId, replace = false, ...config } = body;
  const reader = atProcessor(merchant, readerId);
  const payment = await requirePayment(merchant.merchantId, svcPaymentId);
  const { intentId } = intentOf(payment);
  const state = await sendToReader(reader, {
    lease: { merchantId: merchant.merchantId, readerId, subject: svcPaymentId, ownerToken },
    ...{ at, replace },
    ...(!replace && {
      isThere: ({ action }) => action?.status === "in_progress" && collects(action, intentId),
    }),
    send: () =>
      processIntent({ ...reader, intentId, ...config, processorKey: ownerToken }).catch((error) =>
        findOwnAction(error, reader, intentId),
      ),
  });
  return withKnownPayment(merchant, state, payment);
}

type AtProcessor = { accountId: string; readerId: string };

type Sending = {
  lease: ReaderLease;
  at: number;
  /** Whatever the reader does now. What another request is sending to it is waited for all the same. */
  replace: boolean;
  /** Without it the reader is not looked at. */
  isThere?: (state: ReaderState) => boolean;
  send: () => Promise<ReaderState>;
};

/** Sends nothing to a reader that has it already, or that waits for a card for something else. */
export async function sendToReader(
  reader: AtProcessor,
  { lease, at, replace, isThere, send }: Sending,
): Promise<ReaderState> {
  const other = await leaseReader(lease, at);
  if (other) throw sendingTo(other);
  try {
    const found = isThere && (await fetchReader(reader));
    const isSent = found && isThere(found);
    if (found && !isSent && !replace) await requireFree(lease, found);
    const state = isSent ? found : await send();
    await releaseReader(lease);
    return state;
  } catch (error) {
    if (!isFailure(error, "processor_unavailable")) await releaseReader(lease);
    throw error;
  }
}

async function requireFree(merchant: Pick<Merchant, "merchantId">, state: ReaderState): Promise<void> {
  if (state.action?.status !== "in_progress") return;
  const { action } = await withKnownPayment(merchant, state);
  throw busyWith(action?.intent?.svcPaymentId ?? "something that this API did not start");
}

const sendingTo = (what: string): Failure =>
  new Failure("reader_busy", `The reader is being sent ${what} now. Send this again in a minute.`);

const busyWith = (what: string): Failure =>
  new Failure(
    "reader_busy",
    `The reader is busy with ${what}. Wait for it, cancel the reader's action, or send this with replace: true.`,
  );

const collects = ({ intent, refund }: ReaderAction, intentId: string): boolean =>
  intent?.intentId === intentId && !refund;

/** A repeat may free a reader that has begun something else since. That costs a tap, never money. */
export async function cancelReaderAction(
  merchant: Merchant,
  readerId: string,
  { ownerToken: processorKey }: { ownerToken: string },
): Promise<ReaderState> {
  return withKnownPayment(merchant, await cancelAction({ ...atProcessor(merchant, readerId), processorKey }));
}

function atProcessor(merchant: Merchant, readerId: string): AtProcessor {
  return { accountId: requireAccountId(merchant), readerId: requireReaderId(readerId) };
}

/**
 * Whether the reader has this payment after all: the reply was lost, or an earlier request sent it. A failed action proves
 * nothing, because it may be the one before this request.
 */
async function findOwnAction(error: unknown, reader: AtProcessor, intentId: string): Promise<ReaderState> {
  if (!mayHaveIt(error)) throw error;
  const state = await fetchReader(reader).catch(() => undefined);
  if (state?.action && collects(state.action, intentId) && state.action.status !== "failed") return state;
  throw error;
}

const mayHaveIt = (error: unknown): error is Failure =>
  isFailure(error, "reader_busy", "payment_not_collectable") ||
  (isFailure(error, "processor_unavailable") && processorSays(error) !== "no_right");

/** An account's owner can write what it likes into an intent's metadata: only the ledger says whose payment it is. */
async function withKnownPayment(
  { merchantId }: Pick<Merchant, "merchantId">,
  state: ReaderState,
  sent?: Payment,
): Promise<ReaderState> {
  const { action } = state;
  if (!action?.intent) return state;
  const { intentId, svcPaymentId: named = "" } = action.intent;
  const isOf = (payment: Payment | undefined) => payment?.processorPaymentIntentId === intentId;
  const payment = isOf(sent)
    ? sent
    : PAYMENT_ID.test(named) && (await findCompletedPayment(merchantId, named));
  const svcPaymentId = payment && isOf(payment) ? payment.svcPaymentId : undefined;
  return { ...state, action: { ...action, intent: { intentId, svcPaymentId } } };
}
