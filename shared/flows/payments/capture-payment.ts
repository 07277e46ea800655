import { type CaptureDecision, decideCapture, isSameCapture, notCapturable } from "../../domain/capture.ts";
import { isFailure } from "../../domain/failure.ts";
import type { Payment } from "../../domain/payment.ts";
import { captureIntent } from "../../processor/intents.ts";
import {
  type OperationAnswer,
  type OperationIdentity,
  type OperationRequest,
  runOperation,
} from "./run-operation.ts";
import { fetchFor, syncPayment } from "./sync-payment.ts";

type Capture = Exclude<CaptureDecision, { kind: "refused" }>;

export function capturePayment(
  request: OperationRequest & { body: { amountCents?: number | undefined } },
): Promise<OperationAnswer> {
  return runOperation<Capture>(request, {
    name: "capture",
    decide: (payment) => decideCapture(payment, request.body.amountCents),
    perform: performCapture,
  });
}

async function performCapture(
  payment: Payment,
  decided: Capture,
  identity: OperationIdentity,
): Promise<Payment> {
  if (decided.kind === "already_captured") return payment;
  if (identity.mayBeForgotten) {
    const followed = await syncPayment(payment);
    if (isSameCapture(followed, decided.amountCents)) return followed;
  }
  try {
    const entry = identity.entry(decided.amountCents);
    return await syncPayment(payment, { known: await capture(payment, decided, identity), entry });
  } catch (error) {
    if (!isFailure(error, "payment_not_capturable")) throw error;
    return captureDoneByOther(payment, decided.amountCents, error);
  }
}

async function capture(
  payment: Payment,
  decided: Capture & { kind: "capture" },
  identity: OperationIdentity,
) {
  const { amountCents, applicationFeeCents } = decided;
  const snapshot = await captureIntent({
    accountId: payment.connectedAccountId,
    intentId: payment.processorPaymentIntentId,
    amountCents,
    applicationFeeCents,
    processorKey: identity.processorKey,
  });
  // On a resume the processor may repeat its answer of then; the payment may have moved on since.
  return identity.resumed ? fetchFor(payment) : snapshot;
}

/** Two captures at once: the loser's wish is fulfilled as well if it wished for the same. */
async function captureDoneByOther(payment: Payment, amountCents: number, refusal: unknown): Promise<Payment> {
  const followed = await syncPayment(payment);
  if (isSameCapture(followed, amountCents)) return followed;
  throw notCapturable(followed, refusal);
}
