import { type StoredReply, toStoredAnswer } from "../../contract/answer.ts";
import { cancelPayment, capturePayment, refundPayment } from "../../contract/payment-operations.ts";
import { type Payment, projectIntent } from "../../domain/payments/payment.ts";
import { complete } from "../../ledger/claims.ts";
import { describeError, log } from "../../logger.ts";
import { paymentView } from "../../views/payment.ts";
import { workUnderClaim } from "../work-under-claim.ts";
import type { Asked } from "./ask-for-operation.ts";
import type { BegunOperation, Decide, OperationName } from "./begin-operation.ts";
import { syncPayment } from "./sync-payment.ts";

const CONTRACTS = { capture: capturePayment, refund: refundPayment, cancel: cancelPayment };

/** Runs the rest of an operation and answers it; under a key its claim is completed, refused or released. */
export async function endOperation<D>(
  operation: BegunOperation<D>,
  { name, at }: { name: OperationName; at: number },
  work: () => Promise<Payment>,
): Promise<StoredReply> {
  const answerWith = (payment: Payment) => toStoredAnswer(CONTRACTS[name], paymentView(payment));
  const { record } = operation;
  if (!record) return { ...answerWith(await work()), replayed: false };
  return complete(record, answerWith(await workUnderClaim(record, at, work)));
}

/**
 * Nothing was left to be done. The ledger's own picture is the answer only if it says so, too: it may be behind what
 * the processor said when this was decided.
 */
export const answerDone = async <D extends { kind: string }>(
  { payment, decided }: BegunOperation<D>,
  decide: Decide<D>,
): Promise<Payment> => (decide(payment).kind === decided.kind ? payment : syncPayment(payment));

/** Writes what the processor said onto the version that was read, and which API call it was. */
export async function writeOutcome<D>(
  { payment, record, entry }: BegunOperation<D>,
  { kind, snapshot }: Asked,
  amountCents: number,
): Promise<Payment> {
  const write = syncPayment(payment, {
    known: snapshot,
    ...(kind === "done" && { entry: entry(amountCents) }),
  });
  if (record) return write;
  // The processor has done it. Without a key a failure of ours must not invite a second one: the webhook brings the
  // ledger in line.
  return write.catch((error: unknown) => {
    log("error", "an operation was done, but not written down", {
      svcPaymentId: payment.svcPaymentId,
      merchantId: payment.merchantId,
      ...describeError(error),
    });
    return { ...payment, ...projectIntent(snapshot) };
  });
}
