import { compareFacts } from "../../domain/finance/statement.ts";
import {
  type IntentSnapshot,
  type Payment,
  type PaymentState,
  projectIntent,
} from "../../domain/payments/payment.ts";
import { factsOf, type ReconciledNote } from "../../domain/payments/statement-note.ts";
import { findPayment } from "../../ledger/payments.ts";
import { fetchIntent } from "../../processor/intents.ts";
import { paymentIdIn } from "../../processor/snapshot.ts";
import { upsertHoldAttention } from "../payments/record-attention.ts";
import { syncPayment } from "../payments/sync-payment.ts";
import type { DayWork } from "./work-through-day.ts";

/**
 * Ledger and processor seem to differ about a payment: one may just have been read before the other. So the payment is
 * read again, then the processor is asked; what still differs is healed by the ordinary sync, and noted. It follows its
 * own intent, which may be another one by now: the completion of a creation can replace what a webhook had told of.
 */
export async function healPayment(
  svcPaymentId: string,
  intentId: string,
  { traceId, at, differences }: DayWork,
): Promise<"matched" | "differs"> {
  const payment = await findPayment(svcPaymentId);
  if (!payment) throw new Error("A payment disappeared from the ledger.");
  const fetch = ({ connectedAccountId, processorPaymentIntentId: own }: Payment) =>
    fetchIntent(connectedAccountId, own || intentId);
  let known = await fetch(payment);
  const [ledger, processor] = [factsOf(payment), factsOf(projectIntent(known))];
  const kind = compareFacts(ledger, processor);
  if (kind === "same") return "matched";
  const synced = await syncPayment(payment, {
    known,
    // Another call wrote first, perhaps a later state.
    fetch: async (current) => {
      known = await fetch(current);
      return known;
    },
    note: reconciled({ at, traceId, ...whyOf(payment, known) }),
  });
  await upsertHoldAttention(synced, at);
  const healed = compareFacts(factsOf(synced), factsOf(projectIntent(known))) === "same";
  const identity = { svcPaymentId, processorPaymentIntentId: intentId, currency: payment.currency };
  differences.push({ kind, ...identity, ledger, processor, healed });
  return "differs";
}

const whyOf = ({ svcPaymentId }: Payment, { metadata }: IntentSnapshot): Pick<ReconciledNote, "reason"> =>
  paymentIdIn(metadata) === svcPaymentId ? {} : { reason: "edited_metadata" };

/** Another call may have brought the payment in line meanwhile: then there is nothing to note. */
const reconciled =
  (noted: Pick<ReconciledNote, "at" | "traceId" | "reason">) =>
  (before: Payment, after: PaymentState): ReconciledNote | undefined =>
    compareFacts(before, after) === "same"
      ? undefined
      : { kind: "reconciled", ...noted, before: factsOf(before), after: factsOf(after) };
