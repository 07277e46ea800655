import { type AnswerTo, toStoredAnswer } from "../../contract/answer.ts";
import { createPayment as operation } from "../../contract/create-payment.ts";
import type { Body } from "../../contract/operation.ts";
import { Failure, processorSays } from "../../domain/failure.ts";
import { fingerprint, paymentIdFor } from "../../domain/id.ts";
import { noConnectedAccount } from "../../domain/onboarding.ts";
import type { StoredAnswer, StoredReply } from "../../domain/payments/claim.ts";
import { type PaymentTerms, whyNotCreatable } from "../../domain/payments/create.ts";
import { applicationFeeCents, type FeePolicy, feePolicyNumberOf } from "../../domain/payments/fee-policy.ts";
import type { LookupResult } from "../../domain/payments/outcome-certainty.ts";
import { projectIntent } from "../../domain/payments/payment.ts";
import { isRetry, resumeClaim, takeClaim } from "../../ledger/claims.ts";
import { completeCreation, renewCreationKey } from "../../ledger/creations.ts";
import type { Merchant } from "../../ledger/merchants.ts";
import { findPaymentRecord, newPaymentRecord, type PaymentRecord } from "../../ledger/payments.ts";
import { createIntent, fetchNewIntent, type NewIntent } from "../../processor/intents.ts";
import { note } from "../../runtime/logger.ts";
import { readProcessorKeys } from "../../runtime/secrets.ts";
import { askOnce, endClaim, releaseAndThrow } from "../once/ask-once.ts";
import { countCreate, requireCreateShare } from "./count-creates.ts";

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

/** Decide the terms → claim the payment → ask the processor → write. The function may die after each step. */
export async function createPayment(request: CreatePaymentRequest): Promise<StoredReply> {
  const outcome = await claimPayment(request);
  if (outcome.kind === "replay") return outcome.reply;
  const { record } = outcome;
  const replaced = whyAccountReplaced(record, request.merchant);
  // The claim stays open, because the account may be attached again.
  if (replaced) return releaseAndThrow(record, replaced);
  const counted = isRetry(record) ? undefined : countCreate({ ...record, at: request.at });
  const intent = await ask(record, request)
    .catch((error) => endClaim(record, error))
    .finally(() => counted);
  return writeIntent(record, intent);
}

/** If nothing new may be claimed, a completed payment is still answered, and one that was begun is still finished. */
async function claimPayment(request: CreatePaymentRequest) {
  const { merchant, idempotencyKey, ownerToken, at, traceId } = request;
  const { merchantId } = merchant;
  const svcPaymentId = paymentIdFor(merchantId, idempotencyKey);
  note({ svcPaymentId });
  const { amountCents, currency } = request.body;
  const claimRequest = {
    merchantId,
    fingerprint: fingerprint(request.sentBody),
    terms: { amountCents, currency },
    ownerToken,
    at,
  };
  const rejection = whyNoCharges(merchant) ?? whyNotCreatable(request.body);
  if (!rejection) {
    await requireCreateShare({ merchantId, svcPaymentId, at });
    const terms = decideTerms(request);
    const payment = { svcPaymentId, merchantId, terms, traceId, at };
    return takeClaim(newPaymentRecord(payment), claimRequest);
  }
  const outcome = await resumeClaim(await findPaymentRecord(svcPaymentId), claimRequest);
  if (outcome.kind === "nothing_to_resume") throw rejection;
  return outcome;
}

function whyNoCharges({ account }: Merchant): Failure | undefined {
  if (!account) return noConnectedAccount();
  if (!account.chargesEnabled) {
    return new Failure(
      "charges_not_enabled",
      "The merchant's connected account cannot take charges yet. See GET /v1/onboarding/status.",
    );
  }
  return undefined;
}

function decideTerms({ merchant, body, defaultFeePolicy }: CreatePaymentRequest): PaymentTerms {
  return {
    ...body,
    connectedAccountId: merchant.account?.processorAccountId ?? "",
    applicationFeeCents: applicationFeeCents(
      body.amountCents,
      body.currency,
      merchant.feePolicy ?? defaultFeePolicy,
    ),
    feePolicy: feePolicyNumberOf(merchant),
  };
}

/** An intent that is made twice does no harm: only the one that is stored is given to the client and can be paid. */
async function ask(record: PaymentRecord, { at }: CreatePaymentRequest): Promise<NewIntent> {
  // The body's key, which the caller wants the processor to see as it came.
  const hasCallersKey = record.terms.idempotencyKey !== undefined;
  return askOnce(record, at, {
    send,
    lookUp: lookUpStored,
    renewKey: hasCallersKey ? rejectCallersKey : renewCreationKey,
    unsafeToRepeat: false,
    isHarmlessAtAnyAge: true,
  });
}

/**
 * A creation never changes its account. What an earlier attempt made on a former account was given to no client, so no
 * buyer can pay it, and a new key is a new payment. An intent that a webhook has stored is completed.
 */
function whyAccountReplaced(
  record: PaymentRecord,
  { formerAccountIds = [], account }: Merchant,
): Failure | undefined {
  const { connectedAccountId } = record.terms;
  const isFormer =
    formerAccountIds.includes(connectedAccountId) && connectedAccountId !== account?.processorAccountId;
  if (!isFormer || record.processorPaymentIntentId !== undefined) return undefined;
  return new Failure(
    "account_replaced",
    "The merchant's connected account was replaced since this payment was begun. Create the payment with a new key.",
  );
}

/** No other key takes its place: it would leave the caller's key free for a second payment. */
const rejectCallersKey = async (): Promise<never> => {
  throw callersKeyTaken();
};

async function send(record: PaymentRecord): Promise<NewIntent> {
  const { svcPaymentId } = record;
  const { keyNumber } = record;
  const { idempotencyKey: callersKey } = record.terms;
  // A new number is a new key: under the old one the processor would repeat its saved rejection.
  const processorKey = callersKey ?? `${svcPaymentId}.create.${keyNumber}`;
  try {
    return await createIntent(record.terms, { svcPaymentId, keyNumber, processorKey });
  } catch (error) {
    // This payment always sends the same under the key, so another payment has used it. A later attempt cannot know that.
    const isTaken = callersKey !== undefined && processorSays(error) === "key_reused" && !isRetry(record);
    throw isTaken ? callersKeyTaken(error) : error;
  }
}

const callersKeyTaken = (cause?: unknown): Failure =>
  new Failure(
    "idempotency_conflict",
    "The body's idempotencyKey is used up at the processor. Send a new one.",
    { cause, processorSays: "rejected" },
  );

/** An intent that a webhook has stored is the payment's. Of any other, nobody knows: a request does not look for one. */
export async function lookUpStored({ terms, ...record }: PaymentRecord): Promise<LookupResult<NewIntent>> {
  const { processorPaymentIntentId: stored } = record;
  const value = stored && (await fetchNewIntent(terms, stored));
  return value ? { kind: "made", value } : { kind: "not_made" };
}

/** What was not the first attempt, a visit looks at once more (visit-creation.ts). */
export const writeIntent = async (record: PaymentRecord, intent: NewIntent): Promise<StoredReply> =>
  completeCreation(
    record,
    await creationAnswer(record.svcPaymentId, record.terms, intent),
    projectIntent(intent.snapshot),
    { needsCatchUp: isRetry(record) },
  );

export const creationAnswer = async (
  svcPaymentId: string,
  terms: PaymentTerms,
  intent: NewIntent,
): Promise<StoredAnswer> => toStoredAnswer(operation, await createdPayment(svcPaymentId, terms, intent));

async function createdPayment(
  svcPaymentId: string,
  terms: PaymentTerms,
  { snapshot, clientSecret }: NewIntent,
): Promise<AnswerTo<typeof operation>> {
  const state = projectIntent(snapshot);
  return {
    svcPaymentId,
    clientSecret,
    status: state.status,
    amountCents: state.amountCents,
    applicationFeeCents: terms.applicationFeeCents,
    processorPaymentIntentId: state.processorPaymentIntentId,
    connectedAccountId: terms.connectedAccountId,
    publishableKey: (await readProcessorKeys()).publishableKey,
  };
}
