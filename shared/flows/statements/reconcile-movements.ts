import { addToBalance } from "../../domain/finance/balance.ts";
import type { Verdict } from "../../domain/finance/day-progress.ts";
import { type BalanceLine, isOfPayment, type MovementKind } from "../../domain/finance/movement.ts";
import { addMovement, compareFacts, type PayoutThatDay, type Total } from "../../domain/finance/statement.ts";
import { hoursOf } from "../../domain/finance/time-window.ts";
import { projectIntent } from "../../domain/payments/payment.ts";
import { factsOf, type PaymentFacts } from "../../domain/payments/statement-note.ts";
import { findPayment, findPaymentRecords, type PaymentRecord, toPayment } from "../../ledger/payments.ts";
import { fetchIntent } from "../../processor/intents.ts";
import { type ListedMovement, listMovements, toLine } from "../../processor/movements.ts";
import type { Fee } from "../../processor/references.ts";
import { paymentIdIn } from "../../processor/snapshot.ts";
import { traceMovement } from "../../processor/trace-movement.ts";
import { classifyReadFailure } from "../../processor/unreadable.ts";
import { log } from "../../runtime/logger.ts";
import { identifyIntent, type SeenIntent } from "../movements/identify-movements.ts";
import { upsertDisputeAttention, upsertRefundAttention } from "../payments/record-attention.ts";
import { syncDispute, syncPayment, syncRefund } from "../payments/sync-payment.ts";
import { knownBalance } from "./find-known-balance.ts";
import { healPayment } from "./heal-payment.ts";
import { type DayWork, noteUnreachable } from "./work-through-day.ts";

/** All money that moved on an account that day, hour by hour, and the payments that it leads to. */
export async function* reconcileMovements(accountId: string, work: DayWork): AsyncGenerator<void, void> {
  const { cursor } = work;
  if (cursor.accountIds.includes(accountId)) return;
  const begun = cursor.movements?.accountId === accountId ? cursor.movements : undefined;
  try {
    for (const hour of hoursOf(work.day)) {
      if (begun && hour.sinceMs < begun.sinceMs) continue;
      let after = begun?.sinceMs === hour.sinceMs ? begun.after : undefined;
      do {
        const { movements, next } = await listMovements(accountId, hour, after);
        const page = await judgePage(accountId, movements, work);
        work.totals = page.totals;
        work.unsavedLines.push(...page.lines);
        work.lines += movements.filter(({ kind }) => isOfPayment(kind)).length;
        work.payouts.push(...movements.flatMap((line) => payoutIn(line, "payout")));
        work.payoutsReturned.push(...movements.flatMap((line) => payoutIn(line, "payout_failure")));
        work.accounts = addToBalance(work.accounts, accountId, { movements });
        cursor.movements = next
          ? { accountId, sinceMs: hour.sinceMs, after: next }
          : { accountId, sinceMs: hour.untilMs };
        after = next;
        yield;
      } while (after !== undefined);
    }
    const known = await knownBalance(accountId, work);
    work.accounts = addToBalance(work.accounts, accountId, { known });
  } catch (error) {
    if ((await classifyReadFailure(error, accountId)).kind !== "out_of_reach") throw error;
    noteUnreachable(work, accountId);
  }
  cursor.accountIds.push(accountId);
}

/** The payout whose own line this is; its amount is what left the account, or came back. */
function payoutIn(
  { kind, sourceId, amountCents, currency }: ListedMovement,
  wanted: MovementKind,
): PayoutThatDay[] {
  if (kind !== wanted || !sourceId) return [];
  const cents = kind === "payout" ? -amountCents || 0 : amountCents;
  return [{ payoutId: sourceId, amountCents: cents, currency }];
}

/** Answers the day's totals with this page in them, and its lines as they are stored, oldest first. */
async function judgePage(
  accountId: string,
  movements: ListedMovement[],
  work: DayWork,
): Promise<{ totals: Total[]; lines: BalanceLine[] }> {
  // A charge says all of its payment; refunds and disputes of the same one then need no question of their own.
  const charges = movements.filter(({ charge }) => charge);
  const others = movements.filter(({ charge }) => !charge);
  const ids = charges.flatMap(({ charge }) => (charge ? (paymentIdIn(charge.metadata) ?? []) : []));
  const records = await findPaymentRecords(ids);
  let { totals } = work;
  const lines = new Map<ListedMovement, BalanceLine>();
  for (const movement of [...charges, ...others]) {
    const verdict = isOfPayment(movement.kind)
      ? await judgeMovement(accountId, movement, { work, records })
      : MERCHANTS_OWN;
    const isOurs = "svcPaymentId" in verdict;
    // Unexplained money is in the account's sum, and in no payment's.
    const line = verdict.kind === "unexplained" ? { ...movement, kind: "other" as const } : movement;
    totals = addMovement(totals, line, isOurs);
    lines.set(movement, toLine(line, isOurs ? verdict.svcPaymentId : null));
    if (isOurs && movement.dispute) await compareDispute(verdict.svcPaymentId, movement.dispute, work);
    if (isOurs && movement.failedRefundId)
      await followFailedRefund(verdict.svcPaymentId, movement.failedRefundId, work);
  }
  return { totals, lines: movements.toReversed().flatMap((movement) => lines.get(movement) ?? []) };
}

type Known = { work: DayWork; records: Map<string, PaymentRecord> };

async function judgeMovement(accountId: string, movement: ListedMovement, known: Known): Promise<Verdict> {
  const { verdicts } = known.work;
  const traced = await unlessUnreadable(accountId, () => traceMovement(accountId, movement));
  if (!traced) {
    verdicts.set(movement.chargeId ?? movement.feeId ?? movement.transactionId, UNEXPLAINED);
    return UNEXPLAINED;
  }
  const { intentId, chargeId, fee } = traced;
  const key = intentId ?? chargeId;
  if (key === undefined) return MERCHANTS_OWN;
  const verdict =
    verdicts.get(key) ??
    (intentId ? await judgeIntent(accountId, { ...movement, intentId }, known) : MERCHANTS_OWN);
  verdicts.set(key, verdict);
  if (fee && "svcPaymentId" in verdict) await noteFeeReturn(verdict.svcPaymentId, fee, known.work);
  return verdict;
}

const MERCHANTS_OWN: Verdict = { kind: "merchants_own" };
const UNEXPLAINED: Verdict = { kind: "unexplained" };

async function judgeIntent(
  accountId: string,
  movement: ListedMovement & { intentId: string },
  { work, records }: Known,
): Promise<Verdict> {
  const { merchantId } = work;
  const seen = await lookAt(accountId, movement);
  if (!seen) return UNEXPLAINED;
  const subject = await identifyIntent(seen, { merchantId, accountId, records });
  if (subject.kind === "payment") return compare(subject.record, seen, work);
  if (subject.kind === "merchants_own") return MERCHANTS_OWN;
  const { svcPaymentId } = subject;
  const { intentId, currency } = seen;
  const identity = { svcPaymentId, processorPaymentIntentId: intentId, currency, healed: false };
  // The payment that it names may be another merchant's: nothing of it is shown.
  const kind = subject.kind === "foreign" ? "foreign_metadata" : "not_in_ledger";
  work.differences.push({ kind, ...identity, ledger: null, processor: seen.facts });
  return subject.kind === "foreign" ? { kind: "foreign" } : { kind: "differs", svcPaymentId };
}

async function compare(record: PaymentRecord, { intentId, facts }: Sight, work: DayWork): Promise<Verdict> {
  const { svcPaymentId } = record;
  const agrees = compareFacts(factsOf(toPayment(record)), facts) === "same";
  const kind = agrees ? "matched" : await healPayment(svcPaymentId, intentId, work);
  return { kind, svcPaymentId };
}

type Sight = SeenIntent & { currency: string; facts: PaymentFacts };

/** undefined: it cannot be read. */
async function lookAt(
  accountId: string,
  { charge, intentId }: ListedMovement & { intentId: string },
): Promise<Sight | undefined> {
  if (charge) return { intentId, ...charge, facts: factsOf(charge.state) };
  const snapshot = await unlessUnreadable(accountId, () => fetchIntent(accountId, intentId));
  return snapshot && { ...snapshot, facts: factsOf(projectIntent(snapshot)) };
}

/**
 * undefined: the processor does not have it, or not in words that we know. Asking again would answer the same, and the
 * day would never be complete. Every other failure passes, also a right that our key lacks: the day waits for that.
 */
async function unlessUnreadable<T>(accountId: string, read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read();
  } catch (error) {
    const { kind } = await classifyReadFailure(error, accountId);
    if (kind !== "missing" && kind !== "not_understood") throw error;
    log("error", "what money that moved is about cannot be read", { code: kind });
    return undefined;
  }
}

/** No amount shows a refund that failed before its event was heard, and a person must give the money back another way. */
async function followFailedRefund(svcPaymentId: string, refundId: string, { at }: DayWork): Promise<void> {
  const payment = await findPayment(svcPaymentId);
  if (!payment || refundId in payment.failedRefunds) return;
  const { payment: synced, refund } = await syncRefund(payment, refundId);
  await upsertRefundAttention(synced, refund, at);
}

/** A dispute stands beside the payment's state, and has a sync of its own. */
async function compareDispute(
  svcPaymentId: string,
  { disputeId, status }: { disputeId: string; status: string },
  { differences, at }: DayWork,
): Promise<void> {
  const payment = await findPayment(svcPaymentId);
  if (!payment) return;
  if (payment.disputes[disputeId]?.status === status) return upsertDisputeAttention(payment, disputeId, at);
  const synced = await syncDispute(payment, disputeId);
  await upsertDisputeAttention(synced, disputeId, at);
  // Its page may be looked through again.
  const isNoted = differences.some(
    (noted) => noted.kind === "dispute_differs" && noted.svcPaymentId === svcPaymentId,
  );
  if (isNoted) return;
  differences.push({
    kind: "dispute_differs",
    svcPaymentId,
    processorPaymentIntentId: payment.processorPaymentIntentId,
    currency: payment.currency,
    ledger: factsOf(payment),
    processor: factsOf(synced),
    healed: true,
  });
}

/** The sum is the fee's own, so the note is the same however many refunds it came back with. */
async function noteFeeReturn(
  svcPaymentId: string,
  { currency, returnedCents }: Fee,
  { at, traceId }: DayWork,
): Promise<void> {
  const payment = await findPayment(svcPaymentId);
  // A fee that was taken in another currency has no place among the payment's own amounts.
  if (payment?.currency !== currency) return;
  const noted = payment.statementNotes.find((note) => note.kind === "fee_returned");
  if (noted?.amountCents === returnedCents) return;
  await syncPayment(payment, {
    note: () => ({ kind: "fee_returned", at, amountCents: returnedCents, traceId }),
  });
}
