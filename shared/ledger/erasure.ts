import { gzipSync } from "node:zlib";
import { ERASED_NAME, keptSubject } from "../domain/erasure.ts";
import {
  ERASED_TERMS,
  erasedFields,
  type FieldRule,
  PAYMENT_RULES,
} from "../domain/payments/payment-fields.ts";
import type { AuditEntry } from "./audit.ts";
import { putItem, updateItem } from "./client.ts";
import { NOT_ERASED, RECORDED } from "./conditions.ts";
import { OFF_THE_LIST } from "./due.ts";
import type { AttemptRecord, EventRecord } from "./event-record.ts";
import type { PaymentRecord } from "./payments.ts";
import { type Key, keyOf, merchantKey } from "./table.ts";

/*
 * What is personal or secret leaves a record; ids, amounts and times stay. Each is one write that may be repeated. It
 * happens where something is left to take away, also where that came after an earlier erasure, and says whether it did.
 */

/** `not_finished`: of an event, which keeps its bytes until it is applied. */
export type ErasureOutcome = "erased" | "nothing_personal" | "not_finished";

/** Something is left to take away: it was never erased, or one of these came after that. */
const holdsAny = (paths: string[]): string => {
  const reasons = [NOT_ERASED, ...paths.map((path) => `attribute_exists(${path})`)];
  return `${RECORDED} AND (${reasons.join(" OR ")})`;
};

const outcomeOf = ({ written }: { written: boolean }): ErasureOutcome =>
  written ? "erased" : "nothing_personal";

/** When it was erased stays when it was erased. */
const FIRST_TIME = "erasedAt = if_not_exists(erasedAt, :at)";

/** First and last of an erasure: from the first on no key opens anything, the last one takes what came in between. */
export const eraseMerchantRecord = (merchantId: string, at: number): Promise<unknown> =>
  updateItem(merchantKey(merchantId), {
    UpdateExpression: `SET ${FIRST_TIME}, #name = :erased REMOVE callback`,
    ConditionExpression: RECORDED,
    ExpressionAttributeNames: { "#name": "name" },
    ExpressionAttributeValues: { ":at": at, ":erased": ERASED_NAME },
  });

export const eraseAccountCreation = (item: Key, at: number): Promise<ErasureOutcome> =>
  erase(item, at, ["#order.email", "answer"], { "#order": "order" });

/** A revocation wins over whatever else the key's record says. */
export const eraseApiKey = async (item: Key, at: number): Promise<ErasureOutcome> =>
  outcomeOf(
    await updateItem(keyOf(item), {
      UpdateExpression: `SET ${FIRST_TIME}, revokedAt = if_not_exists(revokedAt, :at), endsAt = :at REMOVE label`,
      ConditionExpression: holdsAny(["label"]),
      ExpressionAttributeValues: { ":at": at },
    }),
  );

/** Ended too. An operator's reason is free text. */
export const eraseConsoleSession = async (item: Key, at: number): Promise<ErasureOutcome> =>
  outcomeOf(
    await updateItem(keyOf(item), {
      UpdateExpression: `SET ${FIRST_TIME}, #state = :ended, endedAt = if_not_exists(endedAt, :at) REMOVE maker.reason`,
      ConditionExpression: holdsAny(["maker.reason"]),
      ExpressionAttributeNames: { "#state": "state" },
      ExpressionAttributeValues: { ":at": at, ":ended": "ended" },
    }),
  );

/** A row for each field of the record: without one for a new field this does not compile. */
const PAYMENT_FIELDS: Record<keyof PaymentRecord, FieldRule> = PAYMENT_RULES;

const PAYMENT_PATHS = [...ERASED_TERMS.map((term) => `#order.${term}`), ...erasedFields(PAYMENT_FIELDS)];

export const erasePayment = (item: Key, at: number): Promise<ErasureOutcome> =>
  erase(item, at, PAYMENT_PATHS, { "#order": "order" });

/** It holds ids, amounts and times; what is open of an erased merchant needs nobody any more. */
export const eraseAttention = async (item: Key, at: number): Promise<ErasureOutcome> =>
  outcomeOf(
    await updateItem(keyOf(item), {
      UpdateExpression: `SET ${FIRST_TIME}, closedAt = if_not_exists(closedAt, :at) REMOVE attentionSort, ${OFF_THE_LIST}`,
      ConditionExpression: holdsAny(["attentionSort", "dueSort"]),
      ExpressionAttributeValues: { ":at": at },
    }),
  );

/** Its stored answer repeats the orderRef. */
export const eraseOperation = (item: Key, at: number): Promise<ErasureOutcome> =>
  erase(item, at, ["answer", "fingerprint"]);

async function erase(
  item: Key,
  at: number,
  attributes: string[],
  names?: Record<string, string>,
): Promise<ErasureOutcome> {
  const outcome = await updateItem(keyOf(item), {
    UpdateExpression: `SET ${FIRST_TIME} REMOVE ${attributes.join(", ")}`,
    ConditionExpression: holdsAny(attributes),
    ...(names && { ExpressionAttributeNames: names }),
    ExpressionAttributeValues: { ":at": at },
  });
  return outcomeOf(outcome);
}

/** What reads a body finds an empty object. */
const NO_BODY = gzipSync("{}");

/**
 * An event that was applied, and will not be told any more. One that is not finished keeps its bytes: they are all that
 * the ledger knows of what is still to be applied.
 */
export async function eraseEvent(event: EventRecord, at: number): Promise<ErasureOutcome> {
  const outcome = await updateItem<EventRecord>(keyOf(event), {
    UpdateExpression:
      `SET ${FIRST_TIME}, body = :body, #log = :log, delivery = :none ` +
      `REMOVE diedAt, deadShard, deadSort, leaseExpiresAt, nextAttemptAt, attemptToken, ownerToken, ${OFF_THE_LIST}`,
    ConditionExpression: [
      RECORDED,
      "attribute_exists(finishedAt)",
      ...(event.log.some(isPersonal) ? [] : [`(${NOT_ERASED} OR body <> :body OR delivery <> :none)`]),
    ].join(" AND "),
    ExpressionAttributeNames: { "#log": "log" },
    ExpressionAttributeValues: {
      ":at": at,
      ":body": NO_BODY,
      ":log": event.log.map(withoutAnswer),
      ":none": "none",
    },
  });
  if (outcome.written) return "erased";
  return outcome.existing && outcome.existing.finishedAt === undefined ? "not_finished" : "nothing_personal";
}

const isPersonal = ({ answer, error }: AttemptRecord): boolean =>
  answer !== undefined || (error?.includes(":") ?? false);

/** What went wrong may quote the endpoint's address. */
const withoutAnswer = ({ answer: _, error, ...attempt }: AttemptRecord): AttemptRecord => ({
  ...attempt,
  ...(error !== undefined && { error: error.split(":")[0] }),
});

/** Written over itself: who did what and when stays, under the same key. */
export const eraseAuditEntry = async (entry: AuditEntry & Key, at: number): Promise<ErasureOutcome> =>
  outcomeOf(
    await putItem(
      {
        ...keyOf(entry),
        at: entry.at,
        actor: entry.actor,
        maker: entry.maker,
        action: entry.action,
        subject: keptSubject(entry),
        erasedAt: at,
      },
      { ConditionExpression: holdsAny([]) },
    ),
  );
