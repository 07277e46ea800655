import type { StoredReply } from "../../contract/answer.ts";
import type { Body } from "../../contract/operation.ts";
import type { capturePayment as operation } from "../../contract/payment-operations.ts";
import { type CaptureDecision, decideCapture, isCaptureOf } from "../../domain/payments/capture.ts";
import { type Payment, projectIntent } from "../../domain/payments/payment.ts";
import { captureIntent } from "../../processor/intents.ts";
import { askForOperation } from "./ask-for-operation.ts";
import { beginOperation, type OperationRequest } from "./begin-operation.ts";
import { answerDone, endOperation, writeOutcome } from "./end-operation.ts";
import { getPayment } from "./get-payment.ts";
import { fetchFor } from "./sync-payment.ts";

type Capture = Exclude<CaptureDecision, { kind: "refused" }>;

/** Read → claim (when a key came) → decide → ask the processor → write on the version read. */
export async function capturePayment(
  request: OperationRequest & { body: Body<typeof operation> },
): Promise<StoredReply> {
  const { at } = request;
  const decide = (facts: Payment) => decideCapture(facts, request.body.amountCents);
  const payment = await getPayment(request.merchantId, request.svcPaymentId);
  const begun = await beginOperation<Capture>(request, payment, { name: "capture", decide });
  if (begun.kind === "replayed") return begun.reply;
  return endOperation(begun, { name: "capture", at }, async () => {
    const { decided } = begun;
    if (decided.kind === "already_captured") return answerDone(begun, decide);
    const asked = await askForOperation(begun, at, {
      ask: (processorKey) => capture(payment, decided, processorKey),
      look: () => lookForCapture(payment, decided.amountCents),
      // A second capture is refused by the processor.
      pauseMs: 0,
      decide: (facts) => decideCapture(facts, decided.amountCents),
    });
    return writeOutcome(begun, asked, decided.amountCents);
  });
}

const capture = (payment: Payment, decided: Capture & { kind: "capture" }, processorKey: string) =>
  captureIntent({
    accountId: payment.connectedAccountId,
    intentId: payment.processorPaymentIntentId,
    amountCents: decided.amountCents,
    applicationFeeCents: decided.applicationFeeCents,
    processorKey,
  });

/** Whatever was refunded since: a capture of this amount is the one that was asked for. */
async function lookForCapture(payment: Payment, amountCents: number) {
  const snapshot = await fetchFor(payment);
  const isMade = isCaptureOf({ ...payment, ...projectIntent(snapshot) }, amountCents);
  return isMade ? ({ kind: "made", value: snapshot } as const) : ({ kind: "not_made" } as const);
}
