import { cancelPayment as contract } from "../../contract/payment-operations.ts";
import { decideCancel } from "../../domain/payments/cancel.ts";
import type { StoredReply } from "../../domain/payments/claim.ts";
import type { AlreadyCanceled, Cancel, CancelBody } from "../../domain/payments/operation.ts";
import type { LookupResult } from "../../domain/payments/outcome-certainty.ts";
import { type IntentSnapshot, intentOf, type Payment } from "../../domain/payments/payment.ts";
import type { OperationRecord } from "../../ledger/payments.ts";
import { cancelIntent } from "../../processor/intents.ts";
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

/* A cancellation: read → decide → claim → ask → write → answer. What each step leaves behind is said in refund-payment.ts. */

type Decided = Cancel | AlreadyCanceled;

export async function cancelPayment(request: OperationRequest<CancelBody>): Promise<StoredReply> {
  const claimed = await claimOperation<Decided>({
    contract,
    name: "cancel",
    request,
    decide: (payment) => decideCancel(payment, request.body),
  });
  if (claimed.kind === "replay") return claimed.reply;
  const { operation } = claimed;
  const { claim, now } = operation;
  const written = await askAndWrite(operation).catch((error) => endClaim(claim, now, error));
  return answerOperation(contract, operation, written);
}

async function askAndWrite(operation: PaymentOperation<Decided>): Promise<Payment> {
  const { decided } = operation;
  if (decided.kind === "already_canceled") return showCanceled(operation);
  const cancel = { ...operation, decided };
  return writeResult(cancel, await ask(cancel));
}

/** The ledger may be behind the intent that was decided on. */
const showCanceled = async ({ payment, merchant }: PaymentOperation<Decided>): Promise<Payment> =>
  payment.status === "canceled" ? payment : syncPayment(payment, { merchant });

async function ask(operation: PaymentOperation<Cancel>): Promise<Result> {
  const { payment, decided, claim, now } = operation;
  try {
    const snapshot = await askOnce(claim, now, {
      send: (claimed) =>
        cancelIntent({ ...intentOf(payment), reason: decided.reason, ...processorKeyOf(claimed) }),
      fetchAgain: () => fetchFor(payment),
      lookUp: () => lookUpCancellation(payment),
      // A second cancellation is rejected by the processor.
      unsafeToRepeat: false,
    });
    return { snapshot };
  } catch (error) {
    return explainRejection(error, payment, (current) => decideCancel(current, decided));
  }
}

const lookUpCancellation = (payment: Payment): Promise<LookupResult<IntentSnapshot>> =>
  lookUpOnIntent(payment, ({ status }) => status === "canceled");

export function visitCancel(record: OperationRecord<Decided>, now: number): Promise<ClaimVisit> {
  const { decided } = record;
  if (decided.kind === "already_canceled") {
    const lookUp = async () => ({ kind: "made", value: decided }) as const;
    return visitOpenOperation(contract, record, now, { lookUp, write: showCanceled });
  }
  return visitOpenOperation(contract, { ...record, decided }, now, {
    lookUp: ({ payment }) => lookUpCancellation(payment),
    write: (cancel, snapshot) => writeResult(cancel, { snapshot }),
  });
}
