import { chargePayment as contract } from "../../contract/charge-payment.ts";
import {
  decideCharge,
  isCollected,
  isPaidOtherwise,
  mayHaveFailed,
  requireCollected,
} from "../../domain/payments/charge.ts";
import type { StoredReply } from "../../domain/payments/claim.ts";
import type { AlreadyCharged, Charge, ChargeBody } from "../../domain/payments/operation.ts";
import type { LookupResult } from "../../domain/payments/outcome-certainty.ts";
import { type IntentSnapshot, intentOf, type Payment } from "../../domain/payments/payment.ts";
import type { OperationRecord } from "../../ledger/payments.ts";
import { confirmIntent, fetchConfirmed } from "../../processor/intents.ts";
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
import { syncPayment } from "./sync-payment.ts";

/*
 * A charge of a saved payment method while its customer is away: read → decide → claim → ask → write → answer. What each
 * step leaves behind is said in refund-payment.ts. The payment's one intent is confirmed, and the processor rejects a
 * second confirmation of a paid one: so two keys, two cards, or the customer's browser at the same time charge once.
 */

type Decided = Charge | AlreadyCharged;

type ChargeRequest = OperationRequest<ChargeBody> & { baseUrl: string };

export async function chargePayment(request: ChargeRequest): Promise<StoredReply> {
  const wish = { ...request.body, returnUrl: request.baseUrl };
  const claimed = await claimOperation<Decided>({
    contract,
    name: "charge",
    request,
    decide: (payment) => decideCharge(payment, wish),
    mustFetch: mayHaveFailed,
  });
  if (claimed.kind === "replay") return claimed.reply;
  const { operation } = claimed;
  const { claim, now } = operation;
  const written = await askAndWrite(operation).catch((error) => endClaim(claim, now, error));
  return answerOperation(contract, operation, written);
}

async function askAndWrite(operation: PaymentOperation<Decided>): Promise<Payment> {
  const { decided } = operation;
  if (decided.kind === "already_charged") return showCharged(operation);
  const charge = { ...operation, decided };
  return requireCollected(await writeResult(charge, await ask(charge)));
}

/** The ledger may be behind the intent that was decided on, and a debit may have failed since. */
async function showCharged({ payment, merchant }: PaymentOperation<Decided>): Promise<Payment> {
  if (isCollected(payment.status) && !mayHaveFailed(payment)) return payment;
  return requireCollected(await syncPayment(payment, { merchant }));
}

async function ask({ payment, decided, claim, now }: PaymentOperation<Charge>): Promise<Result> {
  const { kind: _, ...wish } = decided;
  const intent = intentOf(payment);
  try {
    const snapshot = await askOnce(claim, now, {
      send: (claimed) => confirmIntent({ ...intent, ...wish, ...processorKeyOf(claimed) }),
      fetchAgain: () => fetchConfirmed(intent),
      lookUp: () => lookUpCharge(payment),
      // A paid intent takes no second confirmation.
      unsafeToRepeat: false,
    });
    return toResult(decided, snapshot);
  } catch (error) {
    return explainRejection(error, payment, (current) => decideCharge(current, wish));
  }
}

const toResult = (decided: Charge, snapshot: IntentSnapshot): Result =>
  isPaidOtherwise(snapshot, decided) ? { snapshot, isByAnotherRequest: true } : { snapshot };

/** The intent's status says it. A charge that was declined stands on the intent, too, and says nothing. */
const lookUpCharge = (payment: Payment): Promise<LookupResult<IntentSnapshot>> =>
  lookUpOnIntent(payment, ({ status }) => isCollected(status));

/** It only looks: the client may have given up, and then nobody wants the charge any more. */
export function visitCharge(record: OperationRecord<Decided>, now: number): Promise<ClaimVisit> {
  return visitOpenOperation(contract, record, now, {
    lookUp: ({ payment }) => lookUpCharge(payment),
    // Where it is no longer collected, nothing is answered: the next visit looks again.
    write: async ({ decided, ...operation }, snapshot) =>
      requireCollected(
        decided.kind === "charge"
          ? await writeResult({ ...operation, decided }, toResult(decided, snapshot))
          : await syncPayment(operation.payment, { known: snapshot }),
      ),
  });
}
