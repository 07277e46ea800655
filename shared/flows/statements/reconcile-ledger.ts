import { isInSlice, type Slice } from "../../domain/finance/day-progress.ts";
import { compareFacts } from "../../domain/finance/statement.ts";
import { type IntentSnapshot, projectIntent } from "../../domain/payments/payment.ts";
import { factsOf } from "../../domain/payments/statement-note.ts";
import { listPayments } from "../../ledger/payment-lists.ts";
import { type PaymentRecord, toPayment } from "../../ledger/payments.ts";
import { fetchIntent } from "../../processor/intents.ts";
import { classifyReadFailure } from "../../processor/unreadable.ts";
import { upsertHoldAttention } from "../payments/record-attention.ts";
import { healPayment } from "./heal-payment.ts";
import { type DayWork, noteUnreachable, sumsWith } from "./work-through-day.ts";

const PAGE = 100;

const WHOLE: Slice = { nth: 0, count: 1 };

/**
 * The ledger's payments of the day that neither money nor a listed intent has led to: those that the processor may not
 * have, and whose metadata were edited. Only those of a slice, whose verdicts are all known. What a page comes to is added to the sums with the cursor.
 */
export async function* reconcileLedger(work: DayWork, slice = WHOLE): AsyncGenerator<void, void> {
  const { merchantId, day, cursor } = work;
  if (cursor.payments === "listed") return;
  let after = cursor.payments;
  do {
    const { items, hasMore } = await listPayments({ merchantId, ...day }, { limit: PAGE, after });
    const unmet = items.filter((record) => isUnmet(record, work, slice));
    const unseen = unmet.filter((record) => !work.verdicts.has(intentOf(record)));
    const earlier = work.differences.length;
    // One call at a time: it must not take the processor's rate from payments.
    for (const record of unmet) await comparePayment(record, work);
    const judged = unseen.flatMap((record) => work.verdicts.get(intentOf(record)) ?? []);
    work.sums = await sumsWith(work, judged, work.differences.slice(earlier));
    // What is counted is not needed any more.
    work.differences.splice(earlier);
    for (const record of unseen) work.verdicts.delete(intentOf(record));
    after = hasMore ? items.at(-1) : undefined;
    cursor.payments = after ? { paymentSort: after.paymentSort } : "listed";
    yield;
  } while (after);
}

/**
 * What has no intent yet is an open claim, which the due list looks after. An intent whose metadata names no payment, or
 * another one, is the payment's all the same if the ledger knows it as its own: the account's owner may have edited it.
 */
function isUnmet(
  { svcPaymentId, processorPaymentIntentId }: PaymentRecord,
  { verdicts }: DayWork,
  slice: Slice,
): boolean {
  if (processorPaymentIntentId === undefined || !isInSlice(processorPaymentIntentId, slice)) return false;
  const verdict = verdicts.get(processorPaymentIntentId);
  return !verdict || !("svcPaymentId" in verdict) || verdict.svcPaymentId !== svcPaymentId;
}

const intentOf = ({ processorPaymentIntentId = "" }: PaymentRecord): string => processorPaymentIntentId;

/** `listed`: the payment's intent, where a list has brought it. */
export async function comparePayment(
  record: PaymentRecord,
  work: DayWork,
  listed?: IntentSnapshot,
): Promise<void> {
  const payment = toPayment(record);
  const { svcPaymentId, processorPaymentIntentId, connectedAccountId } = payment;
  if (work.unreachableAccounts.has(connectedAccountId)) return;
  const judge = (kind: "matched" | "differs") =>
    work.verdicts.set(processorPaymentIntentId, { kind, svcPaymentId });
  try {
    const snapshot = listed ?? (await fetchIntent(connectedAccountId, processorPaymentIntentId));
    const agrees = compareFacts(factsOf(payment), factsOf(projectIntent(snapshot))) === "same";
    // The function that saw a hold first may have crashed, or lacked a right, before it listed it.
    if (agrees) await upsertHoldAttention(payment, work.at);
    judge(agrees ? "matched" : await healPayment(svcPaymentId, processorPaymentIntentId, work));
  } catch (error) {
    const { kind } = await classifyReadFailure(error, connectedAccountId);
    if (kind === "passing") throw error;
    if (kind === "out_of_reach") return noteUnreachable(work, connectedAccountId);
    work.differences.push({
      kind: kind === "missing" ? "not_at_processor" : "status_differs",
      svcPaymentId,
      processorPaymentIntentId,
      currency: payment.currency,
      ledger: factsOf(payment),
      processor: null,
      healed: false,
    });
    judge("differs");
  }
}
