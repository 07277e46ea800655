import { keyNumberOf } from "../../domain/payments/claim.ts";
import type { LookupResult } from "../../domain/payments/outcome-certainty.ts";
import { intentOf, type Payment } from "../../domain/payments/payment.ts";
import type { OperationRecord } from "../../ledger/payments.ts";
import { findRefundsSeen, saveRefundsSeen } from "../../ledger/refunds-seen.ts";
import type { RefundsMemory } from "../../processor/refund-listing.ts";
import { type CreatedRefund, searchRefund, searchRefundOfLostClaim } from "../../processor/refunds.ts";
import type { PaymentOperation } from "./claim-operation.ts";

/* Looks through the processor's list of a payment's refunds for the one that an earlier attempt made. */

/** A request has seconds, a visit has minutes. A page holds 100 refunds, and a longer list proves nothing. */
const MAX_PAGES = { request: 100, visit: 500 };

export const lookUpRefund = (
  payment: Payment,
  claim: OperationRecord,
  { now, by }: { now: number; by: keyof typeof MAX_PAGES },
): Promise<LookupResult<CreatedRefund>> =>
  searchRefund({
    ...intentOf(payment),
    operationId: claim.operationId,
    keyNumber: keyNumberOf(claim),
    claimedAt: claim.claimedAt,
    now,
    maxPages: MAX_PAGES[by],
    memory: memoryOf(payment),
  });

/**
 * After a restore from a backup the ledger may have lost this refund's claim, and the claim that stands is a new one. Once
 * the processor has forgotten its key too, a second refund would be made. So each attempt looks for
 * the first, if the ledger shows any refund: after a restore it does once `reconcile payments` has run.
 */
export const lookUpRefundOfLostClaim = async ({
  payment,
  operationId,
  now,
}: PaymentOperation<unknown>): Promise<CreatedRefund | undefined> =>
  payment.refundedCents === 0
    ? undefined
    : searchRefundOfLostClaim({
        ...intentOf(payment),
        operationId,
        now,
        maxPages: MAX_PAGES.request,
        memory: memoryOf(payment),
      });

const memoryOf = ({ svcPaymentId }: Payment): RefundsMemory => ({
  load: () => findRefundsSeen(svcPaymentId),
  save: (seen) => saveRefundsSeen(svcPaymentId, seen),
});
