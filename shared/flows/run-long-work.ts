import { isDeepStrictEqual } from "node:util";
import { endWork, savePart, saveSlice, type WorkRecord } from "../ledger/work.ts";
import { isTimeUsedUp } from "../runtime/invocation.ts";
import { describeError, log } from "../runtime/logger.ts";

/*
 * Runs long work: recoveries of events, statements, payouts (shared/ledger/work.ts says how it is stored).
 *
 * The work is done page by page. After each slice of time what was found is put into parts, and then one write moves the
 * cursor and names them. Dying repeats a slice and never skips one; a passing failure keeps what was found before it.
 * When the time of a run is used up the work is put aside, due at once: the due list hands it to the next run.
 */

type Kept<P> = { progress: P; findings: string[] };

export type LongWork<P> = {
  /** Works on from the cursor. Control comes back between two pages. */
  pages: AsyncGenerator<void, void>;
  /** Where to go on, and what was found since the last time that this was asked, each text small enough for an item. */
  keep: () => Kept<P> | Promise<Kept<P>>;
  /** Whether what was found is so much that it is kept before the slice's time is over. */
  isFull?: () => boolean;
  /** Told of each write that counts. */
  onKept?: (work: WorkRecord<P>) => void;
  /** Comes before the work is marked as done, and so may be repeated. */
  finish?: () => Promise<void>;
};

export type LongRun = {
  /** Random: it names the parts of this run. */
  runId: string;
  now: () => number;
  isTimeUp: () => boolean;
  /** So much is done again when the function dies. */
  sliceMs: number;
  /** How long after a slice the due list looks for the work, should this run have died: longer than a run lives. */
  patienceMs: number;
};

/** Work that has an invocation to itself, or an operator's command. */
export type WholeInvocation = { now: () => number; traceId: string };

/** Longer than any run lives: until then another would only do the same. */
export const PATIENCE_MS = 16 * 60_000;

export const longRunOf = ({ now, traceId }: WholeInvocation): LongRun => ({
  runId: traceId,
  now,
  isTimeUp: isTimeUsedUp,
  sliceMs: 60_000,
  patienceMs: PATIENCE_MS,
});

export type LongWorkEnd<P> = { kind: "done" | "put_aside" | "overtaken"; work: WorkRecord<P> };

export async function runLongWork<P>(
  begun: WorkRecord<P>,
  { pages, keep, isFull, onKept, finish }: LongWork<P>,
  { runId, now, isTimeUp, sliceMs, patienceMs }: LongRun,
): Promise<LongWorkEnd<P>> {
  let work = begun;
  // What was handed over to a write that failed is not handed over again.
  let mayKeep = true;
  let sliceEndsAt = now() + sliceMs;
  /** Answers whether the work is still ours. */
  const save = async (dueAtMs: number): Promise<boolean> => {
    mayKeep = false;
    const saved = await saveKept(work, await keep(), { runId, dueAtMs });
    work = saved ?? work;
    mayKeep = saved !== undefined;
    if (saved) onKept?.(saved);
    return mayKeep;
  };
  try {
    for (;;) {
      if (isTimeUp()) return { kind: (await save(now())) ? "put_aside" : "overtaken", work };
      if ((await pages.next()).done) break;
      if (now() < sliceEndsAt && !isFull?.()) continue;
      if (!(await save(now() + patienceMs))) return { kind: "overtaken", work };
      sliceEndsAt = now() + sliceMs;
    }
    await finish?.();
  } catch (error) {
    if (mayKeep)
      await save(isTimeUp() ? now() : now() + patienceMs).catch((failed: unknown) =>
        log("warn", "what long work has found could not be kept", describeError(failed)),
      );
    throw error;
  }
  const done = await endWork(work, { progress: (await keep()).progress, parts: [], runId });
  return done ? { kind: "done", work: done } : { kind: "overtaken", work };
}

/** Nothing is written where nothing was found: work that does not move must become unresolved, and be noticed. */
async function saveKept<P>(
  work: WorkRecord<P>,
  { progress, findings }: Kept<P>,
  { runId, dueAtMs }: { runId: string; dueAtMs: number },
): Promise<WorkRecord<P> | undefined> {
  const hasMoved = !isDeepStrictEqual(JSON.parse(JSON.stringify(progress)), work.progress);
  if (findings.length === 0 && !hasMoved) return work;
  // No other slice of any run has this version and this run's id.
  const parts = findings.map((_, nth) => `${runId}#${work.version}#${String(nth).padStart(4, "0")}`);
  for (const [nth, text] of findings.entries()) await savePart(work, parts[nth] ?? "", text);
  return saveSlice(work, { progress, parts, runId }, dueAtMs);
}
