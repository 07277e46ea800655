import middy from "@middy/core";
import type { Context, SQSBatchResponse, SQSEvent, SQSRecord } from "aws-lambda";
import { environmentConfig, ledgerConfig, requireSettings, type Setting } from "../config.ts";
import { isFailure } from "../domain/failure.ts";
import { runInvocation } from "../invocation.ts";
import { countUnexpectedError } from "../metrics.ts";
import { isDenied } from "./denied.ts";
import { handleNoting } from "./message-line.ts";

type RecordOutcome = "delete" | "keep";

/** Handles each message of a batch by itself: one that fails, fails alone, and only it comes back. */
export function batch(
  operation: string,
  handle: (record: SQSRecord) => Promise<RecordOutcome>,
  needs: readonly Setting[],
) {
  requireSettings([environmentConfig, ledgerConfig, ...needs]);
  return middy<SQSEvent, SQSBatchResponse>().handler(({ Records }: SQSEvent, context: Context) =>
    runInvocation(
      () => context.getRemainingTimeInMillis(),
      async () => {
        const kept = await Promise.all(
          Records.map(async (record) => ((await isKept(record)) ? [record] : [])),
        );
        return { batchItemFailures: kept.flat().map(({ messageId }) => ({ itemIdentifier: messageId })) };
      },
    ),
  );

  async function isKept(record: SQSRecord): Promise<boolean> {
    try {
      return (await handleNoting(operation, record, () => handle(record))) === "keep";
    } catch (error) {
      // What a message cannot be handled for is expected, but for our own faults: a canary's verdict rests on them.
      if (!isFailure(error) || isDenied(error)) countUnexpectedError();
      return true;
    }
  }
}
