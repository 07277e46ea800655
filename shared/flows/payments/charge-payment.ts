import { chargePayment as contract } from "../../contract/charge-payment.ts";
import { operationIdFor } from "../../domain/id.ts";
import {
  decideCharge,
  decideNewCharge,
  isCollected,
  isPaidOtherwise,
  mayHaveFailed,
  requireCollected,
} from "../../domain/payments/charge.ts";
import { processorKeyOf, type StoredReply } from "../../domain/payments/claim.ts";
import type { Charge, ChargeBody } from "../../domain/payments/operation.ts";
import type { LookupResult } from "../../domain/payments/outcome-certainty.ts";
import { type IntentSnapshot, intentOf, type Payment } from "../../domain/payments/payment.ts";
import type { Merchant } from "../../ledger/merchants.ts";
import type { OperationRecord } from "../../ledger/payments.ts";
import { confirmIntent } from "../../processor/intents.ts";
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

/*
 * A charge of a saved payment method while its customer is away: read → decide → claim → ask → write → answer. What each
 * step leaves behind is said in refund-payment.ts. The payment's one intent is confirmed, and the processor rejects a
 * second confirmation of a paid one: so two keys, two cards, or the customer's browser at the same time charge once.
 */

type ChargeRequest = OperationRequest<ChargeBody> & { baseUrl: string; merchant: Merchant };

export async function chargePayment(request: ChargeRequest): Promise<StoredReply> {
  const wish = { ...request.body, returnUrl: request.baseUrl };
  const operationId = operationIdFor(request.svcPaymentId, "charge", request.idempotencyKey);
  const claimed = await claimOperation<Charge>({ contract, operationId, request }, (known) =>
    decideInLine(known, (payment) => decideNewCharge(payment, wish, request.merchant), mayHaveFailed(known)),
  );
  if (claimed.kind === "answered") return claimed.reply;
  const { operation } = claimed;
  const { claim } = operation;
  const written = await askAndWrite(operation).catch((error) => endClaim(claim, error));
  return answerOperation(contract, operation, written);
}

const askAndWrite = (operation: PaymentOperation<Charge>): Promise<Written> =>
  ask(operation).then(
    (snapshot) => writeCharge(operation, snapshot),
    (error) => explainRejection(error, operation, (current) => decideCharge(current, operation.decided)),
  );

function ask(operation: PaymentOperation<Charge>): Promise<IntentSnapshot> {
  const { payment, decided, claim, now } = operation;
  return askOnce(claim, now, {
    send: (claimed) => confirmIntent({ ...intentOf(payment), ...decided, ...processorKeyOf(claimed) }),
    lookUp: () => lookUpCharge(payment),
    // A paid intent takes no second confirmation.
    unsafeToRepeat: false,
  });
}

/** Where it is no longer collected, nothing is answered: the next visit looks again. */
async function writeCharge(charge: PaymentOperation<Charge>, snapshot: IntentSnapshot): Promise<Written> {
  const written = requireCollected(await writeResult(charge, snapshot));
  return isPaidOtherwise(snapshot, charge.decided)
    ? { ...written, decided: { kind: "already_done" } }
    : written;
}

/** The intent's status says it. A charge that was declined stands on the intent, too, and says nothing. */
const lookUpCharge = (payment: Payment): Promise<LookupResult<IntentSnapshot>> =>
  lookUpOnIntent(payment, ({ status }) => isCollected(status));

/** It only looks: the client may have given up, and then nobody wants the charge any more. */
export const visitCharge = (record: OperationRecord<Charge>, now: number): Promise<ClaimVisit> =>
  visitOpenOperation(contract, record, now, {
    lookUp: ({ payment }) => lookUpCharge(payment),
    write: writeCharge,
  });
