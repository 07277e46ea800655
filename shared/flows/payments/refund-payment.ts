import type { Body } from "../../contract/operation.ts";
import type { refundPayment as operation } from "../../contract/payments.ts";
import { Failure, isFailure } from "../../domain/failure.ts";
import type { Payment } from "../../domain/payment.ts";
import { decideRefund, notRefundable, type RefundDecision } from "../../domain/refund.ts";
import { createRefund, hasRefund, type RefundReason } from "../../processor/refunds.ts";
import { getPayment } from "./get-payment.ts";
import {
  type OperationAnswer,
  type OperationIdentity,
  type OperationRequest,
  runOperation,
} from "./run-operation.ts";
import { fetchFor, syncPayment } from "./sync-payment.ts";

/** What is decided at the claim and repeated by every resume, whatever the settings or the ledger say by then. */
type Refund = {
  kind: "refund";
  amountCents: number;
  refundApplicationFee?: boolean | undefined;
  reason?: RefundReason | undefined;
};

type RefundRequest = OperationRequest & { body: Body<typeof operation> };

/** "Refund what is left" may find that less is left than the ledger knew; each round knows more. */
const MAX_ROUNDS = 3;

export async function refundPayment(request: RefundRequest): Promise<OperationAnswer> {
  for (let round = 1; ; round++) {
    try {
      return await runOperation<Refund>(request, {
        name: "refund",
        decide: (payment) =>
          withDetails(payment, decideRefund(payment, request.body.amountCents), request.body),
        perform: performRefund,
      });
    } catch (error) {
      const leftChanged = request.body.amountCents === undefined && isFailure(error, "refund_exceeds_charge");
      if (!leftChanged || round === MAX_ROUNDS) throw adviseOnUnknown(error, request);
      await syncPayment(await getPayment(request.merchantId, request.svcPaymentId));
    }
  }
}

function withDetails(payment: Payment, decision: RefundDecision, body: RefundRequest["body"]) {
  if (decision.kind === "refused") return decision;
  // The processor refuses the flag on a payment without a fee.
  const refundApplicationFee = payment.applicationFeeCents > 0 ? body.refundApplicationFee : undefined;
  return { ...decision, refundApplicationFee, reason: body.reason };
}

async function performRefund(
  payment: Payment,
  decided: Refund,
  identity: OperationIdentity,
): Promise<Payment> {
  const { connectedAccountId: accountId, processorPaymentIntentId: intentId, svcPaymentId } = payment;
  const { operationId, processorKey, resumed } = identity;
  if (identity.mayBeForgotten && (await hasRefund(accountId, intentId, operationId)))
    return syncPayment(payment);
  try {
    const { amountCents, reason, refundApplicationFee } = decided;
    const refund = { accountId, intentId, amountCents, reason, refundApplicationFee };
    const snapshot = await createRefund({ ...refund, svcPaymentId, operationId, processorKey });
    // On a resume the processor may repeat its answer of then; the payment may have moved on since.
    const known = resumed ? await fetchFor(payment) : snapshot;
    return await syncPayment(payment, { known, entry: identity.entry(amountCents) });
  } catch (error) {
    // The same refusal code serves captures; here it says that there is no successful charge to refund.
    if (isFailure(error, "payment_not_capturable")) throw notRefundable(payment, error);
    throw error;
  }
}

/** Without a key a blind retry could refund twice. */
function adviseOnUnknown(error: unknown, { idempotencyKey }: RefundRequest): unknown {
  if (idempotencyKey !== undefined || !isFailure(error, "processor_unavailable")) return error;
  const detail = "The outcome is unknown: retrieve the payment before you retry, or send an Idempotency-Key.";
  return new Failure("processor_unavailable", detail, error.extras);
}
