import { gunzipSync, gzipSync } from "node:zlib";
import { DAY_SECONDS } from "../domain/time.ts";
import { getItem, type WriteOutcome } from "./client.ts";
import { absentOr, type Conditions, not, putItem, UNSEEN, updateItem } from "./expressions.ts";
import { DUE_ATTRIBUTES, type DueAttributes, dueAt, expiryAt, type Key, workPartKey } from "./table.ts";

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
    /** Of the run that wrote last. */
    runId: string;
    progress: P;
    /** The parts that count, in their order. */
    parts: string[];
    expiresAt: number;
  };

/** Which progress it has is its own kind's to know. */
type AnyWork = WorkRecord<unknown>;

/** Of the work on a statement or a payout: longer than its retry schedule on the due list. */
export const RECONCILIATION_TTL_SECONDS = 14 * DAY_SECONDS;

export type NewWork<P> = {
  merchantId: string;
  runId: string;
  progress: P;
  at: number;
  /** When the due list looks at it, should its run not have come to an end by then. */
  dueAtMs: number;
  ttlSeconds: number;
  /** Started later, it could overtake work that was asked for since. */
  notAfterMs?: number;
};

/**
 * From its beginning, whether or not it runs already. The only write without a condition: it must win whatever stands
 * there, and the version that it raises overtakes every older run.
 */
export async function startWork<P>(key: Key, work: NewWork<P>): Promise<WorkRecord<P>> {
  const outcome = await saveStart(key, work, []);
  if (!outcome.written) throw new Error("Work without a condition was rejected.");
  return outcome.item;
}

/** Where it runs already, that stands in the way, and is answered. */
export const startWorkOnce = <P>(key: Key, work: NewWork<P>): Promise<WriteOutcome<WorkRecord<P>>> =>
  saveStart(key, work, { state: absentOr(not("running")) });

const saveStart = <P>(
  key: Key,
  { at, dueAtMs, ttlSeconds, merchantId, runId, progress, notAfterMs }: NewWork<P>,
  onlyIf: Conditions<AnyWork>,
) =>
  updateItem<AnyWork>(key, {
    set: {
      merchantId,
      runId,
      progress,
      parts: [],
      state: "running",
      startedAt: at,
      expiresAt: expiryAt(at, ttlSeconds),
      ...dueAt(key, dueAtMs),
    },
    add: { version: 1 },
    onlyIf,
    knownBy: "runId",
    notAfterMs,
  }) as Promise<WriteOutcome<WorkRecord<P>>>;

export const findWork = <P>(key: Key): Promise<WorkRecord<P> | undefined> => getItem(key);

export type WorkSlice<P> = { progress: P; parts: readonly string[]; runId: string };

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
  const moved = { progress, parts: [...work.parts, ...parts], runId, version: work.version + 1 };
  const outcome = (await updateItem<AnyWork>(work, {
    ...(due
      ? { set: { ...moved, state: "running", ...due } }
      : { set: { ...moved, state: "done" }, remove: DUE_ATTRIBUTES }),
    onlyIf: { state: "running", version: work.version },
    knownBy: "runId",
  })) as WriteOutcome<WorkRecord<P>>;
  // A run writes often: only the version says which of its writes it is.
  return outcome.written && outcome.item.version === moved.version ? outcome.item : undefined;
}

type WorkPart = Key & { merchantId: string; bytes: Uint8Array; expiresAt: number };

/** Under a name that only this run uses: what stands there is our own write, whose reply was lost. */
export async function savePart(work: WorkRecord<unknown>, name: string, text: string): Promise<void> {
  const { merchantId, expiresAt } = work;
  const part: WorkPart = { ...workPartKey(work, name), merchantId, bytes: gzipSync(text), expiresAt };
  await putItem(part, UNSEEN);
}

/** undefined: it is gone, and with it what was found. */
export async function findPart(work: WorkRecord<unknown>, name: string): Promise<string | undefined> {
  const part = await getItem<WorkPart>(workPartKey(work, name));
  return part && textOfPart(part.bytes);
}

export const textOfPart = (bytes: Uint8Array): string => gunzipSync(bytes).toString("utf8");
