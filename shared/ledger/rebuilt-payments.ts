import { FIRST_VISIT_MS } from "../domain/due-schedule.ts";
import type { StoredAnswer } from "../domain/payments/claim.ts";
import type { Dispute, PaymentState } from "../domain/payments/payment.ts";
import { writeTimeMs } from "../runtime/invocation.ts";
import { type ClaimRecord, packAnswer } from "./claims.ts";
import { type Condition, not, putItem, UNSEEN } from "./expressions.ts";
import { newPaymentRecord, type PaymentRecord } from "./payments.ts";
import { dueAt, nextVersion, paymentKey } from "./table.ts";

type Remembered = {
  answer: StoredAnswer;
  state: PaymentState;
  disputes: Dispute[];
  ownerToken: string;
  /** Of the claim that has made it; 0 where the processor does not say. */
  keyNumber: number;
};

/**
 * A payment that the ledger has lost, or has only as rejected or open, rebuilt from the processor. `known`: the ledger
 * has it after all; `foreign`: its id belongs to another merchant. `standing`: the record there is; its version
 * goes on, so that a webhook that has read it as open cannot write. An event may have told more than the
 * processor's list, so the payment goes on the due list and is fetched again.
 */
export async function createRebuiltPayment(
  payment: Parameters<typeof newPaymentRecord>[0],
  remembered: Remembered,
  { standing, round = 1 }: { standing?: PaymentRecord | undefined; round?: number } = {},
): Promise<"rebuilt" | "known" | "foreign"> {
  const { at, terms } = payment;
  const { state, disputes, ownerToken } = remembered;
  const key = paymentKey(payment.svcPaymentId);
  const record: RebuiltRecord = {
    ...newPaymentRecord(payment),
    ...state,
    disputes: Object.fromEntries(disputes.map((dispute) => [dispute.disputeId, dispute])),
    // The events that are pulled after a restore bring failed refunds back.
    failedRefunds: {},
    statementNotes: [],
    ...{ state: "completed", answer: packAnswer(remembered.answer), ownerToken, keyNumber: 1 },
    ...{ leaseExpiresAt: 0, claimedAt: at, attemptedAt: at, attempts: 1 },
    rebuiltTerms: { amountCents: terms.amountCents, currency: terms.currency },
    ...(standing && dueAt(key, writeTimeMs() + FIRST_VISIT_MS.claim)),
    version: nextVersion(standing?.version ?? 0, writeTimeMs()),
  };
  const onlyIf = standing ? unchangedSince(standing) : UNSEEN;
  const outcome = await putItem(record, onlyIf, { knownBy: "ownerToken" });
  if (outcome.written) return "rebuilt";
  const { existing } = outcome;
  if (existing && existing.merchantId !== payment.merchantId) return "foreign";
  // Every round lost against another request's write: that request is working on the payment.
  if (round === MAX_ROUNDS || (existing && !isLeftBehind(existing, remembered))) return "known";
  return createRebuiltPayment(payment, remembered, { standing: existing, round: round + 1 });
}

/** A field that is only a payment's must be rebuilt: a new one does not compile until it is. */
type RebuiltRecord = PaymentRecord & Required<Omit<PaymentRecord, keyof ClaimRecord | "orderKey">>;

const MAX_ROUNDS = 5;

/** No request works on it, and what was created since the backup belongs to a later claim under its key. */
function isLeftBehind(record: PaymentRecord, made: Remembered): boolean {
  const { state, leaseExpiresAt } = record;
  const isNobodyAtIt = state === "rejected" || (state === "claimed" && leaseExpiresAt <= writeTimeMs());
  return isNobodyAtIt && record.keyNumber < made.keyNumber;
}

/** A request that takes over a claim has its own token. */
const unchangedSince = ({ version, ownerToken }: PaymentRecord): Condition<PaymentRecord> => ({
  version,
  ownerToken,
  state: not("completed"),
});
