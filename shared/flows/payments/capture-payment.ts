import { capturePayment as contract } from "../../contract/payment-operations.ts";
import { asksForAll, decideCapture, isCaptureOf } from "../../domain/payments/capture.ts";
import type { StoredReply } from "../../domain/payments/claim.ts";
import type { AlreadyCaptured, Capture, CaptureBody } from "../../domain/payments/operation.ts";
import type { LookupResult } from "../../domain/payments/outcome-certainty.ts";
import { type IntentSnapshot, intentOf, type Payment } from "../../domain/payments/payment.ts";
import { isPaid } from "../../domain/payments/status.ts";
import type { OperationRecord } from "../../ledger/payments.ts";
import { captureIntent } from "../../processor/intents.ts";
import { askOnce, endClaim, processorKeyOf } from "../once/ask-once.ts";
import type { ClaimVisit } from "../once/visit-claim.ts";
import {
  answerOperation,
  claimOperation,
  explainRejection,
  lookUpOnIntent,
  type OperationRequest,
  type PaymentOperation,
  type Result,
  visitOpenOperation,
  writeResult,
} from "./claim-operation.ts";
import { fetchFor, syncPayment } from "./sync-payment.ts";

/* A capture: read → decide → claim → ask → write → answer. What each step leaves behind is said in refund-payment.ts. */

type Decided = Capture | AlreadyCaptured;

export async function capturePayment(request: OperationRequest<CaptureBody>): Promise<StoredReply> {
  const { amountCents } = request.body;
  const claimed = await claimOperation<Decided>({
    contract,
    name: "capture",
    request,
    decide: (payment, operationId) => decideCapture(payment, amountCents, operationId),
    mustFetch: (payment) => asksForAll(payment, amountCents),
  });
  if (claimed.kind === "replay") return claimed.reply;
  const { operation } = claimed;
  const { claim, now } = operation;
  const written = await askAndWrite(operation).catch((error) => endClaim(claim, now, error));
  return answerOperation(contract, operation, written);
}

async function askAndWrite(operation: PaymentOperation<Decided>): Promise<Payment> {
  const { decided } = operation;
  if (decided.kind === "already_captured") return showCaptured(operation);
  const capture = { ...operation, decided };
  return writeResult(capture, await ask(capture));
}

/** The ledger may be behind the intent that was decided on. */
const showCaptured = async ({ payment, merchant }: PaymentOperation<Decided>): Promise<Payment> =>
  isPaid(payment.status) ? payment : syncPayment(payment, { merchant });

async function ask(operation: PaymentOperation<Capture>): Promise<Result> {
  const { payment, decided, operationId, claim, now } = operation;
  const { amountCents, applicationFeeCents } = decided;
  try {
    const snapshot = await askOnce(claim, now, {
      send: (claimed) =>
        captureIntent({ ...intentOf(payment), amountCents, applicationFeeCents, ...processorKeyOf(claimed) }),
      fetchAgain: () => fetchFor(payment),
      lookUp: () => lookUpCapture(operation),
      // A second capture is rejected by the processor.
      unsafeToRepeat: false,
    });
    return { snapshot };
  } catch (error) {
    return explainRejection(error, payment, (current) => decideCapture(current, amountCents, operationId));
  }
}

/** A capture of this amount is the one that was asked for, whatever was refunded since. */
const lookUpCapture = ({
  payment,
  decided,
}: PaymentOperation<Capture>): Promise<LookupResult<IntentSnapshot>> =>
  lookUpOnIntent(payment, (current) => isCaptureOf(current, decided.amountCents));

export function visitCapture(record: OperationRecord<Decided>, now: number): Promise<ClaimVisit> {
  const { decided } = record;
  if (decided.kind === "already_captured") {
    const lookUp = async () => ({ kind: "made", value: decided }) as const;
    return visitOpenOperation(contract, record, now, { lookUp, write: showCaptured });
  }
  return visitOpenOperation(contract, { ...record, decided }, now, {
    lookUp: lookUpCapture,
    write: (capture, snapshot) => writeResult(capture, { snapshot }),
  });
}
