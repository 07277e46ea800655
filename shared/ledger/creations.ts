import { FIRST_VISIT_MS } from "../domain/due-schedule.ts";
import { Failure } from "../domain/failure.ts";
import type { StoredAnswer, StoredReply } from "../domain/payments/claim.ts";
import { COUNTS_FOR, type CreateCounts } from "../domain/payments/create.ts";
import type { PaymentState } from "../domain/payments/payment.ts";
import { writeTimeMs } from "../runtime/invocation.ts";
import { log } from "../runtime/logger.ts";
import {
  inProgress,
  type KeyChange,
  OPEN_ATTRIBUTES,
  packAnswer,
  readAnswer,
  updateClaim,
} from "./claims.ts";
import { getItem, type WriteOutcome } from "./client.ts";
import { absentOr, updateItem } from "./expressions.ts";
import { changesOf, type PaymentRecord, toPayment } from "./payments.ts";
import { createCountsKey, DUE_ATTRIBUTES, dueAt, type Key, nextVersion } from "./table.ts";

/*
 * What only the claim of a payment's creation needs. The payment is its own claim, and a webhook may write onto it while
 * the claim is open: it may store our intent before our own answer comes, or another intent than ours.
 */

/**
 * As renewKey of claims.ts without a rest, and raises the payment's version: a webhook that has read the payment before cannot store
 * what the former key made. If a webhook stored an intent since the lookup, that one is the payment's and the key stays.
 * An intent that was stored before does not count: the lookup found that it does not exist, or is not what was ordered.
 */
export async function renewCreationKey(record: PaymentRecord, { at }: KeyChange): Promise<PaymentRecord> {
  const { version } = record;
  const keyNumber = record.keyNumber + 1;
  const outcome = await updateClaim(record, {
    set: { keyNumber, claimedAt: at, version: nextVersion(version, writeTimeMs()) },
    onlyIf: [{ version }],
  });
  if (outcome.written) return outcome.item;
  const { existing } = outcome;
  if (existing?.ownerToken !== record.ownerToken) throw inProgress(existing);
  if (existing.keyNumber === keyNumber) return existing;
  throw madeMeanwhile();
}

const madeMeanwhile = (): Failure =>
  new Failure(
    "processor_unavailable",
    "Another request has completed this operation. Retry with the same key.",
    { retryAfterSeconds: 1 },
  );

/** Each is lost to a webhook's write onto the open creation. */
const MAX_ROUNDS = 5;

/**
 * As completeClaim of claims.ts, on the version read. It keeps the state that a webhook has stored, which is newer than our
 * answer, unless it is of another intent. The answer gives our intent to the client, so ours is the payment's.
 *
 * `needsCatchUp`: the state may be outdated, as it is after another intent was replaced. Then the payment stays on the due
 * list until a visit has fetched it (markCaughtUp).
 */
export async function completeCreation(
  record: PaymentRecord,
  answer: StoredAnswer,
  state: PaymentState,
  { needsCatchUp, round = 1 }: { needsCatchUp: boolean; round?: number },
): Promise<StoredReply> {
  const isReplacing = hasAnotherIntent(record, state);
  if (isReplacing) log("error", "a webhook has stored another intent than its own on an open creation");
  const isLate = needsCatchUp || isReplacing;
  const outcome = await markCompleted(record, { state, answer, needsCatchUp: isLate, isReplacing });
  if (outcome.written) return { ...answer, replayed: false };
  const { existing } = outcome;
  const isOurs = existing?.ownerToken === record.ownerToken;
  if (existing && isOurs && existing.state === "claimed" && round < MAX_ROUNDS)
    return completeCreation(existing, answer, state, { needsCatchUp: isLate, round: round + 1 });
  const stored = existing && readAnswer(existing);
  if (!stored) throw inProgress(existing);
  return { ...stored, replayed: !isOurs };
}

const hasAnotherIntent = (
  { processorPaymentIntentId: stored }: PaymentRecord,
  { processorPaymentIntentId }: PaymentState,
): boolean => stored !== undefined && stored !== processorPaymentIntentId;

/** Only a record that stopped the write is read back. */
type Ended = { written: true } | Extract<WriteOutcome<PaymentRecord>, { written: false }>;

type Completion = {
  state: PaymentState;
  answer: StoredAnswer;
  needsCatchUp: boolean;
  isReplacing: boolean;
};

function markCompleted(
  record: PaymentRecord,
  { state, answer, needsCatchUp, isReplacing }: Completion,
): Promise<Ended> {
  const { version } = record;
  const at = writeTimeMs();
  // A webhook that has stored our intent has stored the whole state with it.
  const isKept = record.processorPaymentIntentId !== undefined && !isReplacing;
  return updateClaim(record, {
    set: {
      ...(!isKept && changesOf(toPayment(record), state)),
      state: "completed",
      answer: packAnswer(answer),
      version: nextVersion(version, at),
      ...(needsCatchUp && dueAt(record, at + FIRST_VISIT_MS.claim)),
    },
    remove: [
      ...OPEN_ATTRIBUTES,
      ...(needsCatchUp ? [] : DUE_ATTRIBUTES),
      // No retry has to send it again, and nothing else needs it.
      ...(record.terms.receiptEmail === undefined ? [] : (["terms.receiptEmail"] as const)),
    ],
    onlyIf: [{ version }],
    returnItem: false,
  });
}

export const markCaughtUp = (record: PaymentRecord): Promise<unknown> =>
  updateItem<PaymentRecord>(record, {
    remove: DUE_ATTRIBUTES,
    onlyIf: { state: "completed" },
    returnItem: false,
  });

/** One item for each ten seconds: a merchant's id is the name of its count. */
type StoredCounts = { expiresAt?: number } & { [merchantId: `mer_${string}`]: number };

const KEPT_SECONDS = 3600;

export async function addCreate(window: number, merchantId: string): Promise<CreateCounts> {
  const expiresAt = window * 10 + KEPT_SECONDS;
  const outcome = await updateItem<StoredCounts>(createCountsKey(window), {
    set: { expiresAt },
    add: { [merchantId]: COUNTS_FOR },
    onlyIf: { expiresAt: absentOr(expiresAt) },
  });
  return toCounts(outcome.written ? outcome.item : outcome.existing);
}

export const findCreateCounts = async (window: number): Promise<CreateCounts> =>
  toCounts(await getItem<StoredCounts & Key>(createCountsKey(window)));

const toCounts = (item: object | undefined): CreateCounts =>
  new Map(Object.entries(item ?? {}).filter(([name]) => name.startsWith("mer_")));
