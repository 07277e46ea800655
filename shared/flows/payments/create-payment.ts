import { type AnswerTo, type StoredReply, toStoredAnswer } from "../../contract/answer.ts";
import type { Body } from "../../contract/operation.ts";
import { createPayment as operation } from "../../contract/payment-operations.ts";
import { Failure, isFailure } from "../../domain/failure.ts";
import { fingerprint, sha256Hex } from "../../domain/fingerprint.ts";
import { paymentIdFor } from "../../domain/id.ts";
import { noConnectedAccount } from "../../domain/onboarding.ts";
import type { StoredAnswer } from "../../domain/payments/claim.ts";
import { applicationFeeCents } from "../../domain/payments/fee.ts";
import { type FeePolicy, feePolicyNumberOf } from "../../domain/payments/fee-policy.ts";
import { type PaymentTerms, projectIntent } from "../../domain/payments/payment.ts";
import { wrongUnit } from "../../domain/payments/wrong-unit.ts";
import { claim, complete, resume } from "../../ledger/claims.ts";
import type { Merchant } from "../../ledger/merchants.ts";
import { findPaymentRecord, newPaymentRecord, type PaymentRecord } from "../../ledger/payments.ts";
import { note } from "../../logger.ts";
import { createIntent, fetchNewIntent, type NewIntent, searchIntent } from "../../processor/intents.ts";
import { readProcessorKeys } from "../../secrets.ts";
import { askOnce, type Found } from "../ask-once.ts";
import { workUnderClaim } from "../work-under-claim.ts";

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
  const { at } = request;
  // An intent that is made twice does no harm: only the one that is stored is given out and can be paid.
  const steps = {
    ask: askForIntent,
    look: (claimed: PaymentRecord) => lookForIntent(claimed, at),
    pauseMs: 0,
  };
  const intent = await workUnderClaim(record, at, () => askOnce(record, at, steps));
  return completeCreation(record, intent);
}

/** The payment is what its intent says, unless a webhook has overtaken us and knows more. */
export async function completeCreation(record: PaymentRecord, intent: NewIntent): Promise<StoredReply> {
  return complete(record, await creationAnswer(record, intent), projectIntent(intent.snapshot));
}

export const creationAnswer = async (
  record: Pick<PaymentRecord, "svcPaymentId" | "order">,
  intent: NewIntent,
): Promise<StoredAnswer> => toStoredAnswer(operation, await createdPayment(record, intent));

/** Where nothing new may be claimed (any more), replays are answered and what was begun is finished all the same. */
async function claimPayment(request: CreatePaymentRequest) {
  const { merchant, idempotencyKey, ownerToken, at } = request;
  const svcPaymentId = paymentIdFor(merchant.merchantId, idempotencyKey);
  note({ svcPaymentId });
  const { amountCents, currency } = request.body;
  const terms = { amountCents, currency };
  const { merchantId } = merchant;
  const attempt = { merchantId, fingerprint: fingerprint(request.sentBody), terms, ownerToken, at };
  const refusal = whyNoCharges(merchant) ?? wrongUnit(amountCents, currency);
  if (!refusal) {
    const order = termsOf(request);
    const payment = { svcPaymentId, merchantId, order, traceId: request.traceId, at };
    return claim<PaymentRecord>(newPaymentRecord(payment), attempt, (refused) =>
      newPaymentRecord({ ...payment, callerKeyGeneration: callerKeyGenerationAfter(refused, order) }),
    );
  }
  const outcome = await resume(await findPaymentRecord(svcPaymentId), attempt);
  if (outcome.kind === "unclaimed") throw refusal;
  return outcome;
}

function whyNoCharges({ account }: Merchant): Failure | undefined {
  if (!account) return noConnectedAccount();
  if (!account.chargesEnabled) {
    return new Failure("charges_not_enabled", "The merchant's connected account cannot take charges yet.");
  }
  return undefined;
}

function termsOf({ merchant, body, defaultFeePolicy }: CreatePaymentRequest): PaymentTerms {
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

async function askForIntent(record: PaymentRecord): Promise<NewIntent> {
  const { order: terms, svcPaymentId } = record;
  try {
    return await createIntent(terms, { svcPaymentId, processorKey: processorKey(record) });
  } catch (error) {
    throw isKeyOfAnother(record, error) ? keyTaken(error) : error;
  }
}

/** A webhook may have brought the intent's id already: then that one is the payment's. */
async function lookForIntent(
  { order: terms, svcPaymentId, processorPaymentIntentId, claimedAt, previousAttemptAt }: PaymentRecord,
  at: number,
): Promise<Found<NewIntent>> {
  if (processorPaymentIntentId)
    return {
      kind: "made",
      value: await fetchNewIntent(terms.connectedAccountId, processorPaymentIntentId),
    };
  const attempts = { firstAt: claimedAt, lastAt: previousAttemptAt ?? claimedAt, now: at };
  const value = await searchIntent(terms, svcPaymentId, attempts);
  return value ? { kind: "made", value } : { kind: "not_made" };
}

/** A new generation needs a new key: under the old one the processor would repeat its saved refusal. */
function processorKey(record: PaymentRecord): string {
  const { order: terms, svcPaymentId, generation } = record;
  if (!terms.idempotencyKey) return `${svcPaymentId}.create.${generation}`;
  return isUnderCallersKey(record)
    ? terms.idempotencyKey
    : sha256Hex(`${generation}\n${terms.idempotencyKey}`);
}

/** Whether the caller's own processor key is sent as it came. */
const isUnderCallersKey = ({ order: terms, generation, callerKeyGeneration = 1 }: PaymentRecord): boolean =>
  terms.idempotencyKey !== undefined && generation === callerKeyGeneration;

/**
 * A key that was refused with this payment is spent: what comes after derives its own from it. One that another payment
 * has spent, or that was not sent before, is sent as it is: with a derived one there would be two payments of one key.
 */
function callerKeyGenerationAfter(refused: PaymentRecord, terms: PaymentTerms): number | undefined {
  const isSpentHere =
    refused.order.idempotencyKey === terms.idempotencyKey && refused.refusedAs !== KEY_TAKEN;
  return isSpentHere ? refused.callerKeyGeneration : refused.generation + 1;
}

/**
 * The processor knows the caller's own key with other parameters. What this payment sends under it stays the same, so
 * another one has used it; an attempt of before may have left its intent all the same, and is looked for first.
 */
const isKeyOfAnother = (record: PaymentRecord, error: unknown): boolean =>
  isUnderCallersKey(record) && isFailure(error, KEY_TAKEN);

const KEY_TAKEN = "idempotency_conflict";

const keyTaken = (cause: unknown): Failure =>
  new Failure(KEY_TAKEN, "The body's idempotencyKey was used at the processor for another payment.", {
    cause,
  });

async function createdPayment(
  record: Pick<PaymentRecord, "svcPaymentId" | "order">,
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
    publishableKey: (await readProcessorKeys()).publishableKey,
  };
}
