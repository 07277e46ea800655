import {
  RECOVERY_TTL_SECONDS,
  type RecoveryKind,
  type RecoveryState,
  type RecoveryWindow,
} from "../domain/events/recovery.ts";
import { getItem, putItem, updateItem } from "./client.ts";
import { type DueAttributes, dueAt, dueIn, dueValues, OFF_THE_LIST, ON_THE_LIST } from "./due.ts";
import { type Key, recoveryKey } from "./table.ts";

/** Work on many of a merchant's events, page by page. While it runs it is on the due list. */
export type RecoveryRecord = Key &
  Partial<DueAttributes> &
  RecoveryWindow & {
    recoveryId: string;
    merchantId: string;
    kind: RecoveryKind;
    state: RecoveryState;
    startedAt: number;
    /** How many events were looked at, and how many of them were sent or held. */
    looked: number;
    sent: number;
    /** Counts the pages: progress is written on the page that was read. */
    pages: number;
    /** The place in the list of events to go on from. */
    before?: string;
    /** When the last event that was sent is due: the next one follows at the pace. */
    pacedUntil?: number;
    expiresAt: number;
  };

export type NewRecovery = RecoveryWindow & { recoveryId: string; merchantId: string; kind: RecoveryKind };

/** Due at once, or after a while. */
export async function createRecovery(recovery: NewRecovery, at: number, waitMs = 0): Promise<RecoveryRecord> {
  const key = recoveryKey(recovery.merchantId, recovery.recoveryId);
  const record: RecoveryRecord = {
    ...key,
    ...recovery,
    state: "running",
    startedAt: at,
    looked: 0,
    sent: 0,
    pages: 0,
    expiresAt: Math.floor(at / 1000) + RECOVERY_TTL_SECONDS,
    ...dueIn(key, at, waitMs),
  };
  // The id is random: a record that stands in the way is our own, whose reply was lost.
  const outcome = await putItem(record, { ConditionExpression: "attribute_not_exists(pk)" });
  return outcome.written ? outcome.item : (outcome.existing ?? record);
}

export const findRecovery = (merchantId: string, recoveryId: string): Promise<RecoveryRecord | undefined> =>
  getItem(recoveryKey(merchantId, recoveryId));

/** What one page has added. Without `before` it was the last one. */
export type RecoveredPage = {
  looked: number;
  sent: number;
  before?: string | undefined;
  pacedUntil?: number | undefined;
};

/** undefined: another visit has done this page, and goes on. */
export async function saveProgress(
  recovery: RecoveryRecord,
  { looked, sent, before, pacedUntil }: RecoveredPage,
  at: number,
): Promise<RecoveryRecord | undefined> {
  const isDone = before === undefined;
  const progress = {
    looked: recovery.looked + looked,
    sent: recovery.sent + sent,
    pages: recovery.pages + 1,
    ...(before !== undefined && { before }),
    ...(pacedUntil !== undefined && { pacedUntil }),
  };
  const names = Object.keys(progress);
  const sets = names.map((name) => `#${name} = :${name}`);
  const outcome = await updateItem<RecoveryRecord>(recoveryKey(recovery.merchantId, recovery.recoveryId), {
    UpdateExpression: isDone
      ? `SET #state = :state, ${sets.join(", ")} REMOVE ${OFF_THE_LIST}`
      : `SET #state = :state, ${[...sets, ON_THE_LIST].join(", ")}`,
    ConditionExpression: "#state = :running AND pages = :read",
    ExpressionAttributeNames: {
      "#state": "state",
      ...Object.fromEntries(names.map((name) => [`#${name}`, name])),
    },
    ExpressionAttributeValues: {
      ...Object.fromEntries(Object.entries(progress).map(([name, value]) => [`:${name}`, value])),
      ":state": isDone ? "done" : "running",
      ":running": "running",
      ":read": recovery.pages,
      // Due at once, and on its first step again: when this visit's time is used up, the next sweep goes on.
      ...(!isDone && dueValues(dueAt(recovery, at))),
    },
  });
  return outcome.written ? outcome.item : undefined;
}
