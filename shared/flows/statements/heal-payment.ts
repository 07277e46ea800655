import { Failure } from "../../domain/failure.ts";
import type { ReconciledEntry } from "../../domain/history.ts";
import { type Payment, type PaymentState, projectIntent } from "../../domain/payment.ts";
import type { Slice } from "../../domain/pull.ts";
import { compareFacts, type Difference, factsOf, type Total } from "../../domain/statement.ts";
import { remainingMs } from "../../invocation.ts";
import { fetchIntent } from "../../processor/intents.ts";
import { findPayment, syncPayment } from "../payments/sync-payment.ts";

/** What an intent turned out to be. `foreign`: it carries the id of a payment that is not its own. */
export type Verdict =
  | { kind: "matched" | "differs"; svcPaymentId: string }
  | { kind: "merchants_own" }
  | { kind: "foreign" };

/** A merchant's day while it is being looked through. */
export type DayWork = {
  merchantId: string;
  day: Slice;
  at: number;
  traceId: string;
  totals: Total[];
  /** By intent; by charge where there is no intent. */
  verdicts: Map<string, Verdict>;
  /** How many of the ledger's payments agree although no money has moved for them that day. */
  unmetMatches: number;
  differences: Difference[];
  unreachableAccounts: Set<string>;
};

export const openDayWork = (given: Pick<DayWork, "merchantId" | "day" | "at" | "traceId">): DayWork => ({
  ...given,
  totals: [],
  verdicts: new Map(),
  unmetMatches: 0,
  differences: [],
  unreachableAccounts: new Set(),
});

/**
 * Ledger and processor seem to differ about a payment: one may just have been read before the other. So the payment is
 * read again, then the processor is asked; what still differs is healed by the ordinary sync, and noted.
 */
export async function healPayment(
  svcPaymentId: string,
  intentId: string,
  { traceId, at, differences }: DayWork,
): Promise<"matched" | "differs"> {
  const payment = await findPayment(svcPaymentId);
  if (!payment) throw new Error("A payment disappeared from the ledger.");
  const ask = () => fetchIntent(payment.connectedAccountId, intentId);
  const known = await ask();
  const [ledger, processor] = [factsOf(payment), factsOf(projectIntent(known))];
  const kind = compareFacts(ledger, processor);
  if (kind === "same") return "matched";
  const synced = await syncPayment(payment, { known, ask, entry: reconciled({ at, traceId }) });
  const healed = compareFacts(factsOf(synced), processor) === "same";
  const identity = { svcPaymentId, processorPaymentIntentId: intentId };
  differences.push({ kind, ...identity, ledger, processor, healed });
  return "differs";
}

const reconciled =
  ({ at, traceId }: { at: number; traceId: string }) =>
  (before: Payment, after: PaymentState): ReconciledEntry => ({
    at,
    operation: "reconciled",
    operationId: `reconciled.${traceId}`,
    before: factsOf(before),
    after: factsOf(after),
    traceId,
  });

/** Too little for one more page. */
const RESERVE_MS = 30_000;

/** A statement is made as a whole or not at all. */
export function requireTime(): void {
  if (remainingMs() < RESERVE_MS)
    throw new Failure("service_unavailable", "The statement could not be finished in time.");
}
