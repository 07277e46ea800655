import { Failure } from "../../domain/failure.ts";
import type { Refund } from "../../domain/payments/operation.ts";
import type { LookupResult } from "../../domain/payments/outcome-certainty.ts";
import { intentOf, type Payment } from "../../domain/payments/payment.ts";
import { refundFailed } from "../../domain/payments/refund.ts";
import type { OperationRecord } from "../../ledger/payments.ts";
import { type CreatedRefund, findEarlierRefunds, searchRefund } from "../../processor/refunds.ts";
import type { PaymentOperation } from "./claim-operation.ts";
import { replacementInProgress } from "./claim-replacement.ts";
import { upsertRefundAttention } from "./record-attention.ts";

/* Looks through the processor's list of a payment's refunds, for the one that an earlier attempt made. */

/** A request has seconds, a visit has minutes. A page holds 100 refunds, and a longer list proves nothing. */
const MAX_PAGES = { request: 100, visit: 500 };

export async function lookUpRefund(
  payment: Payment,
  claim: OperationRecord,
  { now, by }: { now: number; by: keyof typeof MAX_PAGES },
): Promise<LookupResult<CreatedRefund>> {
  const { operationId, claimedAt } = claim;
  const found = await searchRefund({
    ...{ ...intentOf(payment), operationId, keyNumber: claim.keyNumber, claimedAt },
    maxPages: MAX_PAGES[by],
  });
  if (found.kind !== "failed") return found;
  await upsertRefundAttention(payment, found.refund, now);
  return { kind: "impossible", failure: refundFailed(found.refund) };
}

/**
 * Before anything is sent, if the payment may have refunds. After a restore from a backup the ledger may have lost this
 * refund's claim, or the refund that replaces a failed one. Once the processor has forgotten its key too, a second one would
 * be made. This list shows what was made, after a restore once `reconcile payments` has run.
 */
export async function lookUpRefundOfLostClaim({
  payment,
  operationId,
  decided: { replaces },
  now,
}: PaymentOperation<Refund>): Promise<CreatedRefund | undefined> {
  const { refundedCents, failedRefunds } = payment;
  if (refundedCents === 0 && Object.keys(failedRefunds).length === 0 && replaces === undefined)
    return undefined;
  const { own, replacement, isFull } = await findEarlierRefunds(intentOf(payment), { operationId, replaces });
  if (own) return own;
  if (replaces && replacement) {
    await upsertRefundAttention(payment, replacement, now);
    throw replacementInProgress(replaces, replacement.refundId);
  }
  if (isFull) throw tooManyRefunds();
  return undefined;
}

const tooManyRefunds = (): Failure =>
  new Failure(
    "too_many_refunds",
    "The payment has 100 refunds at the processor, so this service makes no more. Refund the rest in the processor's dashboard.",
  );
