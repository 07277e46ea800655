import { capturePayment as contract } from "../../contract/payment-operations.ts";
import { operationIdFor } from "../../domain/id.ts";
import { asksForAll, decideCapture, isCaptureOf } from "../../domain/payments/capture.ts";
import { processorKeyOf, type StoredReply } from "../../domain/payments/claim.ts";
import type { Capture, CaptureBody } from "../../domain/payments/operation.ts";
import type { LookupResult } from "../../domain/payments/outcome-certainty.ts";
import { type IntentSnapshot, intentOf } from "../../domain/payments/payment.ts";
import type { OperationRecord } from "../../ledger/payments.ts";
import { captureIntent } from "../../processor/intents.ts";
import { askOnce, endClaim } from "../once/ask-once.ts";
import type { ClaimVisit } from "../once/visit-claim.ts";
import {
  answerOperation,
  claimOperation,
  decideInLine,
  explainRejection,
  lookUpOnIntent,
  type OperationRequest,
  type PaymentOperation,
  visitOpenOperation,
  type Written,
  writeResult,
} from "./claim-operation.ts";

/* A capture: read → decide → claim → ask → write → answer. What each step leaves behind is said in refund-payment.ts. */

export async function capturePayment(request: OperationRequest<CaptureBody>): Promise<StoredReply> {
  const { amountCents } = request.body;
  const operationId = operationIdFor(request.svcPaymentId, "capture", request.idempotencyKey);
  const claimed = await claimOperation<Capture>({ contract, operationId, request }, (known) =>
    decideInLine(known, (payment) => decideCapture(payment, amountCents), asksForAll(known, amountCents)),
  );
  if (claimed.kind === "answered") return claimed.reply;
  const { operation } = claimed;
  const { claim } = operation;
  const written = await askAndWrite(operation).catch((error) => endClaim(claim, error));
  return answerOperation(contract, operation, written);
}

const askAndWrite = (operation: PaymentOperation<Capture>): Promise<Written> =>
  ask(operation).then(
    (snapshot) => writeResult(operation, snapshot),
    (error) =>
      explainRejection(error, operation, (current) => decideCapture(current, operation.decided.amountCents)),
  );

const ask = (operation: PaymentOperation<Capture>): Promise<IntentSnapshot> => {
  const { payment, decided, claim, now } = operation;
  const { amountCents, applicationFeeCents } = decided;
  return askOnce(claim, now, {
    send: (claimed) =>
      captureIntent({ ...intentOf(payment), amountCents, applicationFeeCents, ...processorKeyOf(claimed) }),
    lookUp: () => lookUpCapture(operation),
    // A second capture is rejected by the processor.
    unsafeToRepeat: false,
  });
};

/** A capture of this amount is the one that was asked for, whatever was refunded since. */
const lookUpCapture = ({
  payment,
  decided,
}: PaymentOperation<Capture>): Promise<LookupResult<IntentSnapshot>> =>
  lookUpOnIntent(payment, (current) => isCaptureOf(current, decided.amountCents));

export const visitCapture = (record: OperationRecord<Capture>, now: number): Promise<ClaimVisit> =>
  visitOpenOperation(contract, record, now, {
    lookUp: lookUpCapture,
    write: writeResult,
  });
