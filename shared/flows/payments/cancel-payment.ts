import { cancelPayment as contract } from "../../contract/payment-operations.ts";
import { operationIdFor } from "../../domain/id.ts";
import { decideCancel } from "../../domain/payments/cancel.ts";
import { processorKeyOf, type StoredReply } from "../../domain/payments/claim.ts";
import type { Cancel, CancelBody } from "../../domain/payments/operation.ts";
import type { LookupResult } from "../../domain/payments/outcome-certainty.ts";
import { type IntentSnapshot, intentOf, type Payment } from "../../domain/payments/payment.ts";
import type { OperationRecord } from "../../ledger/payments.ts";
import { cancelIntent } from "../../processor/intents.ts";
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

/* A cancellation: read → decide → claim → ask → write → answer. What each step leaves behind is said in refund-payment.ts. */

export async function cancelPayment(request: OperationRequest<CancelBody>): Promise<StoredReply> {
  const operationId = operationIdFor(request.svcPaymentId, "cancel", request.idempotencyKey);
  const claimed = await claimOperation<Cancel>({ contract, operationId, request }, (known) =>
    decideInLine(known, (payment) => decideCancel(payment, request.body)),
  );
  if (claimed.kind === "answered") return claimed.reply;
  const { operation } = claimed;
  const { claim } = operation;
  const written = await askAndWrite(operation).catch((error) => endClaim(claim, error));
  return answerOperation(contract, operation, written);
}

const askAndWrite = (operation: PaymentOperation<Cancel>): Promise<Written> =>
  ask(operation).then(
    (snapshot) => writeResult(operation, snapshot),
    (error) => explainRejection(error, operation, (current) => decideCancel(current, operation.decided)),
  );

const ask = ({ payment, decided, claim, now }: PaymentOperation<Cancel>): Promise<IntentSnapshot> =>
  askOnce(claim, now, {
    send: (claimed) =>
      cancelIntent({ ...intentOf(payment), reason: decided.reason, ...processorKeyOf(claimed) }),
    lookUp: () => lookUpCancellation(payment),
    // A second cancellation is rejected by the processor.
    unsafeToRepeat: false,
  });

const lookUpCancellation = (payment: Payment): Promise<LookupResult<IntentSnapshot>> =>
  lookUpOnIntent(payment, ({ status }) => status === "canceled");

export const visitCancel = (record: OperationRecord<Cancel>, now: number): Promise<ClaimVisit> =>
  visitOpenOperation(contract, record, now, {
    lookUp: ({ payment }) => lookUpCancellation(payment),
    write: writeResult,
  });
