import { type AnswerTo, type StoredReply, toStoredAnswer } from "../../contract/answer.ts";
import type { Body } from "../../contract/operation.ts";
import { createPayment as operation } from "../../contract/payments.ts";
import { isResumed, mayBeForgotten } from "../../domain/claim.ts";
import { Failure, isFailure } from "../../domain/failure.ts";
import { applicationFeeCents, type FeePolicy } from "../../domain/fee.ts";
import { fingerprint, sha256Hex } from "../../domain/fingerprint.ts";
import { paymentIdFor } from "../../domain/id.ts";
import { noConnectedAccount } from "../../domain/onboarding.ts";
import { type PaymentOrder, projectIntent } from "../../domain/payment.ts";
import { claim, complete, type RevisitOutcome, revisit } from "../../ledger/claims.ts";
import type { Merchant } from "../../ledger/merchants.ts";
import { findPaymentRecord, newPaymentRecord, type PaymentRecord } from "../../ledger/payments.ts";
import { processorKeys } from "../../processor/client.ts";
import { outcomeUnknown } from "../../processor/errors.ts";
import { createIntent, findIntent, type NewIntent } from "../../processor/intents.ts";
import { underClaim } from "../run-under-claim.ts";

export type CreatePaymentRequest = {
  merchant: Merchant;
  defaultFeePolicy: FeePolicy;
  idempotencyKey: string;
  body: Body<typeof operation>;
  /** The body before defaults: what the fingerprint is taken of. */
  sentBody: unknown;
  ownerToken: string;
  traceId: string;
  at: number;
};

/** Claim the payment → create it at the processor → complete it. Every step may be the last one that happens. */
export async function createPayment(request: CreatePaymentRequest): Promise<StoredReply> {
  const outcome = await claimPayment(request);
  if (outcome.kind === "replay") return { ...outcome.answer, replayed: true };
  const { record } = outcome;
  const intent = await underClaim(record, request.at, () => makeIntent(record, request.at));
  const answer = toStoredAnswer(operation, await createdPayment(record, intent));
  return complete(record, answer, projectIntent(intent.snapshot));
}

/** A merchant that cannot charge (any more) still gets its replays, and what it began is still finished. */
async function claimPayment(request: CreatePaymentRequest) {
  const { merchant, idempotencyKey, ownerToken, at } = request;
  const svcPaymentId = paymentIdFor(merchant.merchantId, idempotencyKey);
  const attempt = { fingerprint: fingerprint(request.sentBody), ownerToken, at };
  const refusal = whyNoCharges(merchant);
  if (!refusal) {
    const { merchantId } = merchant;
    const order = orderOf(request);
    return claim<PaymentRecord>(
      newPaymentRecord({ svcPaymentId, merchantId, order, traceId: request.traceId, at }),
      attempt,
    );
  }
  const outcome: RevisitOutcome<PaymentRecord> = await revisit(
    await findPaymentRecord(svcPaymentId),
    attempt,
  );
  if (outcome.kind === "vacant") throw refusal;
  return outcome;
}

function whyNoCharges({ account }: Merchant): Failure | undefined {
  if (!account) return noConnectedAccount();
  if (!account.chargesEnabled) {
    return new Failure("charges_not_enabled", "The merchant's connected account cannot take charges yet.");
  }
  return undefined;
}

function orderOf({ merchant, body, defaultFeePolicy }: CreatePaymentRequest): PaymentOrder {
  return {
    ...body,
    connectedAccountId: merchant.account?.processorAccountId ?? "",
    applicationFeeCents: applicationFeeCents(body.amountCents, merchant.feePolicy ?? defaultFeePolicy),
  };
}

/** What an earlier attempt may have made is looked for before it is made again, and adopted when it is found. */
async function makeIntent(record: PaymentRecord, at: number): Promise<NewIntent> {
  if (mayBeForgotten(record, at)) {
    const found = await lookForIntent(record);
    if (found) return found;
  }
  try {
    return await createIntent(record.order, {
      svcPaymentId: record.svcPaymentId,
      processorKey: processorKey(record),
    });
  } catch (error) {
    if (!isFailure(error) || !error.extras.savedByProcessor) throw error;
    const found = isResumed(record) ? await lookForIntent(record) : undefined;
    if (found) return found;
    throw error.code === "idempotency_conflict" ? keyTaken(record, error) : error;
  }
}

const lookForIntent = ({ order, svcPaymentId, claimedAt, previousAttemptAt }: PaymentRecord) =>
  findIntent(order, svcPaymentId, { firstAt: claimedAt, lastAt: previousAttemptAt ?? claimedAt });

/** A new generation needs a new key: under the old one the processor would repeat its saved refusal. */
function processorKey({ order, svcPaymentId, generation }: PaymentRecord): string {
  if (!order.idempotencyKey) return `${svcPaymentId}.create.${generation}`;
  return generation === 1 ? order.idempotencyKey : sha256Hex(`${generation}\n${order.idempotencyKey}`);
}

/**
 * The caller's own processor key belongs to another payment. Only a first attempt is sure that nothing of ours was
 * made under it; on a resume the claim is kept (savedByProcessor), since an earlier attempt may yet show up.
 */
function keyTaken(record: PaymentRecord, cause: Failure): Failure {
  if (!record.order.idempotencyKey) return outcomeUnknown(cause);
  const detail = "The body's idempotencyKey was used at the processor for another payment.";
  return new Failure("idempotency_conflict", detail, { cause, savedByProcessor: isResumed(record) });
}

async function createdPayment(
  record: PaymentRecord,
  { snapshot, clientSecret }: NewIntent,
): Promise<AnswerTo<typeof operation>> {
  const state = projectIntent(snapshot);
  return {
    svcPaymentId: record.svcPaymentId,
    clientSecret,
    status: state.status,
    amountCents: state.amountCents,
    applicationFeeCents: record.order.applicationFeeCents,
    processorPaymentIntentId: state.processorPaymentIntentId,
    connectedAccountId: record.order.connectedAccountId,
    publishableKey: (await processorKeys()).publishableKey,
  };
}
