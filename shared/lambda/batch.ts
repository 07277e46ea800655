import middy from "@middy/core";
import type { Context, SQSBatchResponse, SQSEvent, SQSRecord } from "aws-lambda";
import { environmentConfig, ledgerConfig, requireSettings, type Setting } from "../config.ts";
import { runInvocation } from "../invocation.ts";
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
    } catch {
      return true;
    }
  }
}
