import middy from "@middy/core";
import type { Context, SQSBatchResponse, SQSEvent, SQSRecord } from "aws-lambda";
import { environmentConfig, ledgerConfig, requireSettings, type Setting } from "../runtime/config.ts";
import { isTimeUsedUp, runInvocation } from "../runtime/invocation.ts";
import {
  countIfOurFault,
  describeCause,
  describeError,
  log,
  notesTaken,
  takingNotes,
} from "../runtime/logger.ts";

/* What a queue or the clock invokes. A failed message comes back; every other one is deleted. */

type MessageOutcome = "delete" | "keep";

/** Each by itself: only a message that fails comes back. */
export function handleAtOnce(
  operation: string,
  handle: (record: SQSRecord) => Promise<MessageOutcome>,
  needs: readonly Setting[],
) {
  const isKept = async (record: SQSRecord): Promise<boolean> => {
    try {
      return (await handleNoting(operation, record, () => handle(record))) === "keep";
    } catch (error) {
      countIfOurFault(error);
      return true;
    }
  };
  return handler(needs, async (records) => {
    const kept = await Promise.all(records.map(async (record) => ((await isKept(record)) ? [record] : [])));
    return kept.flat();
  });
}

/** Long enough for a throttling processor, and for another function to be free. */
const LEFT_OVER_SECONDS = 60;

type OneByOne = {
  stopsBatch: (error: unknown) => boolean;
  hide: (receiptHandle: string, seconds: number) => Promise<void>;
  needs: readonly Setting[];
};

/**
 * In sequence. A handled message is deleted even if it failed: its item is on the due list, whose schedule is the
 * retry. A message that there was no time for comes back after a minute.
 */
export function handleOneByOne(
  operation: string,
  handle: (record: SQSRecord) => Promise<void>,
  { stopsBatch, hide, needs }: OneByOne,
) {
  return handler(needs, async (records) => {
    for (const [nth, record] of records.entries()) {
      if (isTimeUsedUp()) return leave(records.slice(nth), hide);
      const error = await handleNoting(operation, record, () => handle(record)).then(
        () => undefined,
        (failure: unknown) => failure,
      );
      if (error === undefined) continue;
      // Lambda sees no failure here, and the schedule ends days later: an alarm counts our own faults.
      countIfOurFault(error);
      if (stopsBatch(error)) return leave(records.slice(nth + 1), hide);
    }
    return [];
  });
}

/** If hiding fails, the message comes back after the queue's own time. */
async function leave(records: SQSRecord[], hide: OneByOne["hide"]): Promise<SQSRecord[]> {
  await Promise.all(
    records.map(({ receiptHandle }) =>
      hide(receiptHandle, LEFT_OVER_SECONDS).catch((error: unknown) =>
        log("warn", "a message that was left over could not be hidden", describeError(error)),
      ),
    ),
  );
  return records;
}

function handler(needs: readonly Setting[], work: (records: SQSRecord[]) => Promise<SQSRecord[]>) {
  requireSettings([environmentConfig, ledgerConfig, ...needs]);
  return middy<SQSEvent, SQSBatchResponse>().handler(({ Records }: SQSEvent, context: Context) =>
    runInvocation(
      () => context.getRemainingTimeInMillis(),
      async () => {
        const kept = await work(Records);
        return { batchItemFailures: kept.map(({ messageId }) => ({ itemIdentifier: messageId })) };
      },
    ),
  );
}

const handleNoting = <T>(operation: string, record: SQSRecord, work: () => Promise<T>): Promise<T> =>
  takingNotes(() => leavingLine("message", { requestId: record.messageId, operation }, work));

export type ScheduledRun = { now: () => number; remainingMs: () => number };

/** A failure is logged and rethrown: the next run repeats it, and an alarm counts it. */
export function scheduled(
  operation: string,
  run: (clock: ScheduledRun) => Promise<void>,
  needs: readonly Setting[],
) {
  requireSettings([environmentConfig, ledgerConfig, ...needs]);
  return middy<unknown, void>().handler((_event: unknown, context: Context) => {
    const remainingMs = () => context.getRemainingTimeInMillis();
    return runInvocation(remainingMs, () =>
      leavingLine("run", { requestId: context.awsRequestId, operation }, () =>
        run({ now: Date.now, remainingMs }),
      ),
    );
  });
}

/** The one line that a message or a run leaves in the log, also where it fails. */
async function leavingLine<T>(
  of: "message" | "run",
  named: { requestId: string; operation: string },
  work: () => Promise<T>,
): Promise<T> {
  const startedAt = Date.now();
  const line = () => ({
    ...named,
    outcome: "done",
    ...notesTaken(),
    milliseconds: Date.now() - startedAt,
  });
  try {
    const result = await work();
    log(line().outcome === "failed" ? "warn" : "info", of, line());
    return result;
  } catch (error) {
    log("error", of, { ...line(), outcome: "error", ...describeError(error), ...describeCause(error) });
    throw error;
  }
}
