import { Failure, isFailure, processorSays } from "../../domain/failure.ts";
import { isPaymentId } from "../../domain/id.ts";
import { requireAccountId } from "../../domain/onboarding.ts";
import { intentOf, type Payment } from "../../domain/payments/payment.ts";
import type { ReaderState, ReaderWish } from "../../domain/terminal.ts";
import type { Merchant } from "../../ledger/merchants.ts";
import { findCompletedPayment, requirePayment } from "../../ledger/payments.ts";
import { leaseReader, releaseReader } from "../../ledger/reader-leases.ts";
import { cancelAction, fetchReader, noSuchReader, processIntent } from "../../processor/terminal.ts";

/*
 * Paying at a reader that the merchant's server drives. The processor has the reader's action, and the payment's own
 * events tell the ledger how it ended. An intent is paid once, so sending it to a reader again, or to two readers, never
 * charges twice. That is why no key is needed, and why a rejected or unanswered request may look at the reader and take
 * an action on its own payment for the answer.
 * A payment that is sent to a waiting reader replaces the one there, and the customer would pay another's bill. So the
 * reader is looked at first, under a lease that keeps two tills from doing that at once. A death leaves the lease for 30
 * seconds, and so does an unknown outcome, because the payment may still be on its way to the reader.
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
  const lease = { merchantId: merchant.merchantId, readerId, svcPaymentId, ownerToken };
  const other = await leaseReader(lease, { at, replaces: replace });
  if (other) throw collectsAnother(other);
  const send = () => processIntent({ ...reader, intentId, ...config, processorKey: ownerToken });
  try {
    const standing = replace ? undefined : await findOwnOrNone(merchant, reader, payment);
    const state = standing ?? (await send().catch((error) => findOwnAction(error, reader, intentId)));
    await releaseReader(lease);
    return await withKnownPayment(merchant, state, payment);
  } catch (error) {
    if (!isFailure(error, "processor_unavailable")) await releaseReader(lease);
    throw error;
  }
}

/** The reader's action on this payment while it waits for a card; undefined: it waits for none. */
async function findOwnOrNone(
  merchant: Merchant,
  reader: { accountId: string; readerId: string },
  payment: Payment,
): Promise<ReaderState | undefined> {
  const state = await withKnownPayment(merchant, await fetchReader(reader), payment);
  if (state.action?.status !== "in_progress") return undefined;
  const { intent } = state.action;
  if (intent?.intentId === payment.processorPaymentIntentId) return state;
  throw collectsAnother(intent?.svcPaymentId ?? "something that this API did not start");
}

const collectsAnother = (what: string): Failure =>
  new Failure(
    "reader_busy",
    `The reader is busy with ${what}. Wait for it, cancel the reader's action, or send this payment with ` +
      "replace: true.",
  );

/** A repeat may free a reader that has begun something else since. That costs a tap, never money. */
export async function cancelReaderAction(
  merchant: Merchant,
  readerId: string,
  { ownerToken: processorKey }: { ownerToken: string },
): Promise<ReaderState> {
  return withKnownPayment(merchant, await cancelAction({ ...atProcessor(merchant, readerId), processorKey }));
}

const READER_ID = /^tmr_[A-Za-z0-9_]{1,100}$/;

function atProcessor(merchant: Merchant, readerId: string) {
  const accountId = requireAccountId(merchant);
  if (!READER_ID.test(readerId)) throw noSuchReader();
  return { accountId, readerId };
}

/**
 * Whether the reader has this payment after all: the reply was lost, or an earlier request sent it. A failed action proves
 * nothing, because it may be the one before this request.
 */
async function findOwnAction(
  error: unknown,
  reader: { accountId: string; readerId: string },
  intentId: string,
): Promise<ReaderState> {
  if (!mayHaveIt(error)) throw error;
  const state = await fetchReader(reader).catch(() => undefined);
  const isOwn = state?.action?.intent?.intentId === intentId;
  if (state && isOwn && state.action?.status !== "failed") return state;
  throw error;
}

const mayHaveIt = (error: unknown): error is Failure =>
  isFailure(error, "reader_busy", "payment_not_collectable") ||
  (isFailure(error, "processor_unavailable") && processorSays(error) !== "no_right");

/** An account's owner can write what it likes into an intent's metadata: only the ledger says whose payment it is. */
async function withKnownPayment(
  { merchantId }: Merchant,
  state: ReaderState,
  sent?: Payment,
): Promise<ReaderState> {
  const { action } = state;
  if (!action?.intent) return state;
  const { intentId, svcPaymentId: named = "" } = action.intent;
  const isOf = (payment: Payment | undefined) => payment?.processorPaymentIntentId === intentId;
  const payment = isOf(sent) ? sent : isPaymentId(named) && (await findCompletedPayment(merchantId, named));
  const svcPaymentId = payment && isOf(payment) ? payment.svcPaymentId : undefined;
  return { ...state, action: { ...action, intent: { intentId, svcPaymentId } } };
}
