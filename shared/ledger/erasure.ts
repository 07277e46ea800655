import { gzipSync } from "node:zlib";
import { ERASED_NAME, keptSubject } from "../domain/erasure.ts";
import type { AuditEntry } from "./audit.ts";
import { putItem, updateItem } from "./client.ts";
import { OFF_THE_LIST } from "./due.ts";
import type { AttemptRecord, EventRecord } from "./events.ts";
import { type Key, merchantKey } from "./table.ts";

/*
 * What is personal or secret leaves a record; ids, amounts and times stay. Each is one write that may be repeated, and
 * says what was done: an item with `erasedAt` has nothing left to take away.
 */

const RECORDED = "attribute_exists(pk)";

const keyOf = ({ pk, sk }: Key): Key => ({ pk, sk });

/** First and last of an erasure: from the first on no key opens anything, the last one takes what came in between. */
export const eraseMerchantRecord = (merchantId: string, at: number): Promise<unknown> =>
  updateItem(merchantKey(merchantId), {
    UpdateExpression: "SET erasedAt = if_not_exists(erasedAt, :at), #name = :erased REMOVE callback",
    ConditionExpression: RECORDED,
    ExpressionAttributeNames: { "#name": "name" },
    ExpressionAttributeValues: { ":at": at, ":erased": ERASED_NAME },
  });

export const eraseAccountCreation = (item: Key, at: number): Promise<unknown> =>
  erase(item, at, ["#order.email", "answer"], { "#order": "order" });

/** A revocation wins over whatever else the key's record says. */
export const eraseApiKey = (item: Key, at: number): Promise<unknown> =>
  updateItem(keyOf(item), {
    UpdateExpression:
      "SET erasedAt = :at, revokedAt = if_not_exists(revokedAt, :at), endsAt = :at REMOVE label",
    ConditionExpression: RECORDED,
    ExpressionAttributeValues: { ":at": at },
  });

/** Ended too. An operator's reason is free text. */
export const eraseConsoleSession = (item: Key, at: number): Promise<unknown> =>
  updateItem(keyOf(item), {
    UpdateExpression:
      "SET erasedAt = :at, #state = :ended, endedAt = if_not_exists(endedAt, :at) REMOVE maker.reason",
    ConditionExpression: RECORDED,
    ExpressionAttributeNames: { "#state": "state" },
    ExpressionAttributeValues: { ":at": at, ":ended": "ended" },
  });

/** The stored answer holds the buyer's client secret. It is repeated to a key's holder, and there is none any more. */
export const erasePayment = (item: Key, at: number): Promise<unknown> =>
  erase(
    item,
    at,
    [
      "#order.customerRef",
      "#order.orderRef",
      "#order.description",
      "#order.branch",
      "#order.idempotencyKey",
      "orderKey",
      "answer",
      "fingerprint",
    ],
    { "#order": "order" },
  );

/** Its stored answer repeats the orderRef. */
export const eraseOperation = (item: Key, at: number): Promise<unknown> =>
  erase(item, at, ["answer", "fingerprint"]);

function erase(
  item: Key,
  at: number,
  attributes: string[],
  names?: Record<string, string>,
): Promise<unknown> {
  return updateItem(keyOf(item), {
    UpdateExpression: `SET erasedAt = :at REMOVE ${attributes.join(", ")}`,
    ConditionExpression: RECORDED,
    ...(names && { ExpressionAttributeNames: names }),
    ExpressionAttributeValues: { ":at": at },
  });
}

/** What reads a body finds an empty object. */
const NO_BODY = gzipSync("{}");

/**
 * An event that was applied, and will not be told any more. false: it is not finished, and its bytes are all that the
 * ledger knows of what is still to be applied.
 */
export async function eraseEvent(event: EventRecord, at: number): Promise<boolean> {
  const outcome = await updateItem(keyOf(event), {
    UpdateExpression:
      "SET erasedAt = :at, body = :body, #log = :log, delivery = :none " +
      `REMOVE deadShard, deadSort, leaseExpiresAt, nextAttemptAt, attemptToken, ownerToken, ${OFF_THE_LIST}`,
    ConditionExpression: `${RECORDED} AND attribute_exists(finishedAt)`,
    ExpressionAttributeNames: { "#log": "log" },
    ExpressionAttributeValues: {
      ":at": at,
      ":body": NO_BODY,
      ":log": event.log.map(withoutAnswer),
      ":none": "none",
    },
  });
  return outcome.written;
}

/** What went wrong may quote the endpoint's address. */
const withoutAnswer = ({ answer: _, error, ...attempt }: AttemptRecord): AttemptRecord => ({
  ...attempt,
  ...(error !== undefined && { error: error.split(":")[0] }),
});

/** Written over itself: who did what and when stays, under the same key. */
export const eraseAuditEntry = (entry: AuditEntry & Key, at: number): Promise<unknown> =>
  putItem(
    {
      ...keyOf(entry),
      at: entry.at,
      actor: entry.actor,
      maker: entry.maker,
      action: entry.action,
      subject: keptSubject(entry.subject),
      erasedAt: at,
    },
    { ConditionExpression: RECORDED },
  );
