import type { StoredReply } from "../../contract/answer.ts";
import type { Body } from "../../contract/operation.ts";
import type { refundPayment as operation } from "../../contract/payment-operations.ts";
import { Failure, isFailure } from "../../domain/failure.ts";
import type { Payment } from "../../domain/payments/payment.ts";
import { decideRefund, type RefundDecision } from "../../domain/payments/refund.ts";
import { createRefund, type RefundReason, searchRefund } from "../../processor/refunds.ts";
import { askForOperation } from "./ask-for-operation.ts";
import { type BegunOperation, beginOperation, type OperationRequest } from "./begin-operation.ts";
import { endOperation, writeOutcome } from "./end-operation.ts";
import { getPayment } from "./get-payment.ts";
import { fetchFor, syncPayment } from "./sync-payment.ts";

/** What is decided at the claim and repeated by every resume, whatever the settings or the ledger say by then. */
type Refund = {
  kind: "refund";
  amountCents: number;
  refundApplicationFee?: boolean | undefined;
  reason?: RefundReason | undefined;
};

type RefundRequest = OperationRequest & { body: Body<typeof operation> };

/** "Refund what is left" may find that less is left than the ledger knew; each round knows more. */
const MAX_ROUNDS = 3;

/**
 * A refund that the processor answered with a 500 may still be made minutes later, and a second one under a new key
 * would pay twice. The processor names no bound; after this time we no longer expect it.
 */
const PAUSE_MS = 15 * 60_000;

export async function refundPayment(request: RefundRequest): Promise<StoredReply> {
  for (let round = 1; ; round++) {
    try {
      return await refundOnce(request, round);
    } catch (error) {
      const lessIsLeft = request.body.amountCents === undefined && isFailure(error, "refund_exceeds_charge");
      if (!lessIsLeft || round === MAX_ROUNDS) throw error;
      await syncPayment(await getPayment(request.merchantId, request.svcPaymentId));
    }
  }
}

/** Read → claim (when a key came) → decide → ask the processor → write on the version read. */
async function refundOnce(given: RefundRequest, round: number): Promise<StoredReply> {
  const { at, body } = given;
  // Without a key the token is the processor's key, and another amount needs another one.
  const request = round === 1 ? given : { ...given, ownerToken: `${given.ownerToken}.${round}` };
  const payment = await getPayment(request.merchantId, request.svcPaymentId);
  const decide = (facts: Payment) => withDetails(facts, decideRefund(facts, body.amountCents), body);
  const begun = await beginOperation<Refund>(request, payment, { name: "refund", decide });
  if (begun.kind === "replayed") return begun.reply;
  return endOperation(begun, { name: "refund", at }, async () => {
    const { decided } = begun;
    const asked = await askForOperation(begun, at, {
      ask: (processorKey) => refund(begun, processorKey),
      look: () => lookForRefund(begun, at),
      pauseMs: PAUSE_MS,
      decide: (facts) => withDetails(facts, decideRefund(facts, decided.amountCents), body),
    });
    return writeOutcome(begun, asked, decided.amountCents);
  });
}

function withDetails(payment: Payment, decision: RefundDecision, body: RefundRequest["body"]) {
  if (decision.kind === "refused") return decision;
  // The processor refuses the flag on a payment without a fee.
  const refundApplicationFee = payment.applicationFeeCents > 0 ? body.refundApplicationFee : undefined;
  return { ...decision, refundApplicationFee, reason: body.reason };
}

const refund = ({ payment, decided, operationId }: BegunOperation<Refund>, processorKey: string) =>
  createRefund({
    accountId: payment.connectedAccountId,
    intentId: payment.processorPaymentIntentId,
    svcPaymentId: payment.svcPaymentId,
    amountCents: decided.amountCents,
    reason: decided.reason,
    refundApplicationFee: decided.refundApplicationFee,
    operationId,
    processorKey,
  });

/**
 * By the operation's id among all refunds of the payment. That it is not among them says something only if the list
 * accounts for every cent that the charge has given back.
 */
async function lookForRefund({ payment, operationId, record }: BegunOperation<Refund>, now: number) {
  const { connectedAccountId: accountId, processorPaymentIntentId: intentId } = payment;
  const firstAt = record?.claimedAt ?? now;
  const search = { accountId, intentId, operationId, firstAt, now };
  const { isFound, leastCents, mostCents } = await searchRefund(search);
  const snapshot = await fetchFor(payment);
  if (isFound) return { kind: "made", value: snapshot } as const;
  const refundedCents = snapshot.charge?.refundedCents ?? 0;
  if (leastCents <= refundedCents && refundedCents <= mostCents) return { kind: "not_made" } as const;
  throw new Failure("processor_unavailable", "The processor's refunds do not add up yet; retry later.", {
    retryAfterSeconds: 30,
  });
}
