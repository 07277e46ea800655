import { gunzipSync, gzipSync } from "node:zlib";
import { DAY_SECONDS, expiryAt } from "../domain/time.ts";
import { getItem, putItem, updateItem, type WriteOutcome } from "./client.ts";
import { UNSEEN } from "./conditions.ts";
import { type DueAttributes, dueAt, dueValues, OFF_THE_LIST, ON_THE_LIST } from "./due.ts";
import { type Key, workPartKey } from "./table.ts";

/*
 * Long work: what is too much for one run of a function, such as the recovery of a merchant's events or the statement of
 * a large day. It is an item with a cursor, worked on in slices (flows/run-long-work.ts), and on the due list while it
 * runs, so that it goes on whatever became of the last run.
 *
 * What a slice has found and the item has no room for goes into parts, under names that no other run uses. Then one
 * write moves the cursor and names the parts, on the version that was read: only this write counts. A run that dies
 * before it leaves parts that nothing names, and the slice is done again. Of two runs at once one moves the cursor, and
 * the other learns that it was overtaken. Starting the work again is such a write too: every earlier run is overtaken.
 */

/** `P` says where to go on, and holds what is small of what was found. */
export type WorkRecord<P> = Key &
  Partial<DueAttributes> & {
    merchantId: string;
    state: "running" | "done";
    startedAt: number;
    /** Counts the writes. */
    version: number;
    /** Of the run that wrote last: by it a run knows its own write, whose reply was lost. */
    runId: string;
    progress: P;
    /** The parts that count, in their order. */
    parts: string[];
    expiresAt: number;
  };

/** Of the work on a statement or a payout: longer than its ladder on the due list. */
export const RECONCILIATION_TTL_SECONDS = 14 * DAY_SECONDS;

export type NewWork<P> = {
  merchantId: string;
  runId: string;
  progress: P;
  at: number;
  /** When the due list looks at it, should its run not have come to an end by then. */
  dueAtMs: number;
  ttlSeconds: number;
};

/**
 * From its beginning, whether or not it runs already. The one write of the ledger without a condition: it must win
 * whatever stands there, and the version that it raises overtakes every older run.
 */
export async function startWork<P>(key: Key, work: NewWork<P>): Promise<WorkRecord<P>> {
  const outcome = await updateItem<WorkRecord<P>>(key, startOf(key, work));
  if (!outcome.written) throw new Error("Work without a condition was refused.");
  return outcome.item;
}

const NOT_RUNNING = `(${UNSEEN} OR #state <> :running)`;

/** Where it runs already, that stands in the way, and is answered. */
export async function startWorkOnce<P>(key: Key, work: NewWork<P>): Promise<WriteOutcome<WorkRecord<P>>> {
  const start = { ...startOf(key, work), ConditionExpression: NOT_RUNNING };
  const outcome = await updateItem<WorkRecord<P>>(key, start);
  // Our own start, whose reply was lost.
  if (!outcome.written && outcome.existing?.runId === work.runId)
    return { written: true, item: outcome.existing };
  return outcome;
}

const startOf = <P>(key: Key, { at, dueAtMs, ttlSeconds, ...work }: NewWork<P>) => ({
  UpdateExpression:
    "SET merchantId = :merchantId, runId = :runId, progress = :progress, parts = :none, #state = :running, " +
    `startedAt = :at, expiresAt = :expiresAt, #version = if_not_exists(#version, :zero) + :one, ${ON_THE_LIST}`,
  ExpressionAttributeNames: { "#state": "state", "#version": "version" },
  ExpressionAttributeValues: {
    ":merchantId": work.merchantId,
    ":runId": work.runId,
    ":progress": work.progress,
    ":none": [],
    ":running": "running",
    ":at": at,
    ":expiresAt": expiryAt(at, ttlSeconds),
    ":zero": 0,
    ":one": 1,
    ...dueValues(dueAt(key, dueAtMs)),
  },
});

export const findWork = <P>(key: Key): Promise<WorkRecord<P> | undefined> => getItem(key);

export type WorkSlice<P> = { progress: P; parts: readonly string[]; runId: string };

const AS_READ = "#state = :running AND #version = :read";

/** Moves the cursor, and looks for the work again at the given time. undefined: another run was faster. */
export const saveSlice = <P>(
  work: WorkRecord<P>,
  slice: WorkSlice<P>,
  dueAtMs: number,
): Promise<WorkRecord<P> | undefined> => moveWork(work, slice, dueAt(work, dueAtMs));

/** Nothing is left to do. undefined: another run was faster. */
export const endWork = <P>(work: WorkRecord<P>, slice: WorkSlice<P>): Promise<WorkRecord<P> | undefined> =>
  moveWork(work, slice);

/** Without a place on the due list it is done. */
async function moveWork<P>(
  work: WorkRecord<P>,
  { progress, parts, runId }: WorkSlice<P>,
  due?: DueAttributes,
): Promise<WorkRecord<P> | undefined> {
  const sets = "progress = :progress, parts = :parts, runId = :runId, #state = :state, #version = :next";
  const outcome = await updateItem<WorkRecord<P>>(
    { pk: work.pk, sk: work.sk },
    {
      UpdateExpression: due ? `SET ${sets}, ${ON_THE_LIST}` : `SET ${sets} REMOVE ${OFF_THE_LIST}`,
      ConditionExpression: AS_READ,
      ExpressionAttributeNames: { "#state": "state", "#version": "version" },
      ExpressionAttributeValues: {
        ":progress": progress,
        ":parts": [...work.parts, ...parts],
        ":runId": runId,
        ":state": due ? "running" : "done",
        ":running": "running",
        ":read": work.version,
        ":next": work.version + 1,
        ...(due && dueValues(due)),
      },
    },
  );
  if (outcome.written) return outcome.item;
  const { existing } = outcome;
  return existing?.runId === runId && existing.version === work.version + 1 ? existing : undefined;
}

type WorkPart = Key & { merchantId: string; bytes: Uint8Array; expiresAt: number };

/** Under a name that only this run uses: what stands there is our own write, whose reply was lost. */
export async function savePart(work: WorkRecord<unknown>, name: string, text: string): Promise<void> {
  const { merchantId, expiresAt } = work;
  const part: WorkPart = { ...workPartKey(work, name), merchantId, bytes: gzipSync(text), expiresAt };
  await putItem(part, { ConditionExpression: UNSEEN });
}

/** undefined: a part that counts is gone, and with it what was found. */
export async function findParts(work: WorkRecord<unknown>): Promise<string[] | undefined> {
  const texts: string[] = [];
  for (const name of work.parts) {
    const part = await getItem<WorkPart>(workPartKey(work, name));
    if (!part) return undefined;
    texts.push(textOfPart(part.bytes));
  }
  return texts;
}

export const textOfPart = (bytes: Uint8Array): string => gunzipSync(bytes).toString("utf8");
