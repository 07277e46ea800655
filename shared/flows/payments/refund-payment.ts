import type { StoredReply } from "../../contract/answer.ts";
import { isFailure } from "../../domain/failure.ts";
import type { RefundWish } from "../../domain/payments/operation.ts";
import { OPERATIONS } from "./capture-refund-cancel.ts";
import { getPayment } from "./get-payment.ts";
import { type OperationRequest, runOperation } from "./run-operation.ts";
import { syncPayment } from "./sync-payment.ts";

/** "Refund what is left" may find that less is left than the ledger knew; each round knows more. */
const MAX_ROUNDS = 3;

export async function refundPayment(request: OperationRequest<RefundWish>): Promise<StoredReply> {
  for (let round = 1; ; round++) {
    try {
      return await runOperation(OPERATIONS.refund, inRound(request, round));
    } catch (error) {
      const lessIsLeft = request.body.amountCents === undefined && isFailure(error, "refund_exceeds_charge");
      if (!lessIsLeft || round === MAX_ROUNDS) throw error;
      await syncPayment(await getPayment(request.merchantId, request.svcPaymentId));
    }
  }
}

/** Without a key the token is the processor's key, and another amount needs another one. */
const inRound = (request: OperationRequest<RefundWish>, round: number): OperationRequest<RefundWish> =>
  round === 1 ? request : { ...request, ownerToken: `${request.ownerToken}.${round}` };
