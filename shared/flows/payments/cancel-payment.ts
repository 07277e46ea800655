import type { StoredReply } from "../../contract/answer.ts";
import type { Body } from "../../contract/operation.ts";
import type { cancelPayment as operation } from "../../contract/payment-operations.ts";
import { type CancelDecision, decideCancel } from "../../domain/payments/cancel.ts";
import type { Payment } from "../../domain/payments/payment.ts";
import { cancelIntent } from "../../processor/intents.ts";
import { askForOperation } from "./ask-for-operation.ts";
import { beginOperation, type OperationRequest } from "./begin-operation.ts";
import { answerDone, endOperation, writeOutcome } from "./end-operation.ts";
import { getPayment } from "./get-payment.ts";
import { fetchFor } from "./sync-payment.ts";

type Reason = Body<typeof operation>["reason"];

/** What is decided at the claim and repeated by every resume. */
type Cancel = Exclude<CancelDecision, { kind: "refused" }> & { reason?: Reason };

/** Read → claim (when a key came) → decide → ask the processor → write on the version read. */
export async function cancelPayment(
  request: OperationRequest & { body: Body<typeof operation> },
): Promise<StoredReply> {
  const { at, body } = request;
  const decide = (facts: Payment) => ({ ...decideCancel(facts), reason: body.reason });
  const payment = await getPayment(request.merchantId, request.svcPaymentId);
  const begun = await beginOperation<Cancel>(request, payment, { name: "cancel", decide });
  if (begun.kind === "replayed") return begun.reply;
  return endOperation(begun, { name: "cancel", at }, async () => {
    const { decided } = begun;
    if (decided.kind === "already_canceled") return answerDone(begun, decide);
    const asked = await askForOperation(begun, at, {
      ask: (processorKey) => cancel(payment, decided.reason, processorKey),
      look: () => lookForCancellation(payment),
      // A second cancellation is refused by the processor.
      pauseMs: 0,
      decide,
    });
    return writeOutcome(begun, asked, payment.amountCents);
  });
}

const cancel = (payment: Payment, reason: Reason, processorKey: string) =>
  cancelIntent({
    accountId: payment.connectedAccountId,
    intentId: payment.processorPaymentIntentId,
    reason,
    processorKey,
  });

async function lookForCancellation(payment: Payment) {
  const snapshot = await fetchFor(payment);
  const isMade = snapshot.status === "canceled";
  return isMade ? ({ kind: "made", value: snapshot } as const) : ({ kind: "not_made" } as const);
}
