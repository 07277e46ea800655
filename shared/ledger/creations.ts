import { FIRST_VISIT_MS } from "../domain/due-schedule.ts";
import { isErased } from "../domain/erasure.ts";
import { Failure } from "../domain/failure.ts";
import { keyNumberOf, type StoredAnswer } from "../domain/payments/claim.ts";
import type { PaymentState } from "../domain/payments/payment.ts";
import { nextPublicVersion } from "../domain/payments/public-version.ts";
import { log } from "../runtime/logger.ts";
import { writeTimeMs } from "../runtime/write-clock.ts";
import { inProgress, OPEN_ATTRIBUTES, packAnswer, unpackAnswer, updateClaim } from "./claims.ts";
import type { WriteOutcome } from "./client.ts";
import { DUE_ATTRIBUTES, dueIn } from "./due.ts";
import { absent, absentOr, ifAbsent, moreBy, NOT_ERASED } from "./expressions.ts";
import { updateItem } from "./items.ts";
import type { PaymentRecord } from "./payments.ts";
import { keyOf } from "./table.ts";

/*
 * What only the claim of a payment's creation needs. The payment is its own claim, and a webhook may write onto it while
 * the claim is open: it may store our intent before our own answer comes, or another intent than ours.
 */

/**
 * As renewKey of claims.ts, and raises the payment's version: a webhook that has read the payment before cannot store
 * what the former key made. If a webhook stored an intent since the lookup, that one is the payment's and the key stays.
 * An intent that was stored before does not count: the lookup found that it does not exist, or is not what was ordered.
 */
export async function renewCreationKey(record: PaymentRecord): Promise<PaymentRecord> {
  const { processorPaymentIntentId: seen } = record;
  const keyNumber = keyNumberOf(record);
  const outcome = await updateClaim(record, {
    set: { generation: keyNumber + 1 },
    remove: ["indeterminateAt"],
    add: { version: 1 },
    onlyIf: [{ generation: keyNumber, processorPaymentIntentId: seen ?? absent }],
  });
  if (outcome.written) return outcome.item;
  const { existing } = outcome;
  if (existing?.ownerToken !== record.ownerToken) throw inProgress(existing);
  if (keyNumberOf(existing) === keyNumber + 1) return existing;
  throw madeMeanwhile();
}

const madeMeanwhile = (): Failure =>
  new Failure(
    "processor_unavailable",
    "Another request has completed this operation. Retry with the same key.",
    { retryAfterSeconds: 1 },
  );

export type CompletedCreation = StoredAnswer & { replayed: boolean; needsCatchUp?: true };

/**
 * As completeClaim of claims.ts. It keeps the state that a webhook has stored, which is newer than our answer, unless it is
 * of another intent. The answer gives our intent to the client, so ours is the payment's.
 *
 * `needsCatchUp`: the state may be outdated, as it is after another intent was replaced. Then the payment stays on the due
 * list until it has caught up (markCaughtUp), also if we die before that. `isMissed`: as for other news of a payment
 * (domain/payments/public-version.ts).
 */
export async function completeCreation(
  record: PaymentRecord,
  answer: StoredAnswer,
  state: PaymentState,
  { needsCatchUp, isMissed }: Pick<Completion, "needsCatchUp" | "isMissed">,
): Promise<CompletedCreation> {
  const outcome = await markCompleted(record, { state, answer, needsCatchUp, isMissed });
  if (outcome.written) return { ...answer, replayed: false, ...(needsCatchUp && { needsCatchUp }) };
  const { existing } = outcome;
  const isOurs = existing?.ownerToken === record.ownerToken;
  const isReplacing = existing?.state === "claimed" && isOurs && hasAnotherIntent(existing, state);
  const isLate = needsCatchUp || isReplacing;
  if (isReplacing) {
    log("error", "a webhook has stored another intent than its own on an open creation");
    const replaced = await markCompleted(record, {
      state,
      answer,
      needsCatchUp: true,
      isMissed,
      isReplacing,
    });
    if (replaced.written) return { ...answer, replayed: false, needsCatchUp: true };
  }
  if (existing && isErased(existing) && isOurs) {
    await markCompleted(record, { state, needsCatchUp: isLate, isMissed, isReplacing });
    return { ...answer, replayed: false, ...(isLate && { needsCatchUp: true }) };
  }
  if (!existing?.answer) throw inProgress(existing);
  const reply = { ...unpackAnswer(existing.answer, record), replayed: !isOurs };
  return isOurs && isLate ? { ...reply, needsCatchUp: true } : reply;
}

const hasAnotherIntent = (
  { processorPaymentIntentId: stored }: PaymentRecord,
  { processorPaymentIntentId }: PaymentState,
): boolean => stored !== undefined && stored !== processorPaymentIntentId;

/** Only a record that stopped the write is read back. */
type Ended = { written: true } | Extract<WriteOutcome<PaymentRecord>, { written: false }>;

type Completion = {
  state: PaymentState;
  /** An erased merchant's payment has none. */
  answer?: StoredAnswer;
  needsCatchUp: boolean;
  isMissed?: boolean | undefined;
  isReplacing?: boolean;
};

function markCompleted(
  record: PaymentRecord,
  { state, answer, needsCatchUp, isMissed = false, isReplacing = false }: Completion,
): Promise<Ended> {
  const known = Object.entries(state).filter(([, value]) => value !== null);
  const { processorPaymentIntentId } = state;
  const at = writeTimeMs();
  const { revision: before = at - 1 } = record;
  // The table has no maximum, and a webhook may have raised the version since `record` was read.
  const raisedBy = isMissed ? nextPublicVersion(before, at) - before : 1;
  return updateClaim(record, {
    set: {
      ...Object.fromEntries(known.map(([name, value]) => [name, isReplacing ? value : ifAbsent(value)])),
      state: "completed",
      answer: answer && packAnswer(answer, record),
      // The webhook that came first may not have stored everything that is shown now.
      revision: moreBy(raisedBy, { than: at - raisedBy }),
      ...(needsCatchUp && dueIn(record, at, FIRST_VISIT_MS.claim)),
    },
    remove: needsCatchUp ? OPEN_ATTRIBUTES : [...OPEN_ATTRIBUTES, ...DUE_ATTRIBUTES],
    add: { version: 1 },
    onlyIf: [
      ...(answer ? [NOT_ERASED] : []),
      ...(isReplacing ? [] : [{ processorPaymentIntentId: absentOr(processorPaymentIntentId) }]),
    ],
    returnItem: false,
  });
}

export const markCaughtUp = (record: PaymentRecord): Promise<unknown> =>
  updateItem<PaymentRecord>(keyOf(record), {
    remove: DUE_ATTRIBUTES,
    onlyIf: { state: "completed" },
    returnItem: false,
  });
