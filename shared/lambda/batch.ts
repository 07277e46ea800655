import middy from "@middy/core";
import type { SQSBatchResponse, SQSEvent, SQSRecord } from "aws-lambda";
import { describeError, log } from "../logger.ts";

export type RecordOutcome = "delete" | "keep";

/** Handles each message of a batch by itself: one that fails, fails alone, and only it comes back. */
export const batch = (operation: string, handle: (record: SQSRecord) => Promise<RecordOutcome>) =>
  middy<SQSEvent, SQSBatchResponse>().handler(async ({ Records }: SQSEvent) => {
    const kept = await Promise.all(Records.map(async (record) => ((await isKept(record)) ? [record] : [])));
    return { batchItemFailures: kept.flat().map(({ messageId }) => ({ itemIdentifier: messageId })) };

    async function isKept(record: SQSRecord): Promise<boolean> {
      try {
        return (await handle(record)) === "keep";
      } catch (error) {
        log("error", "a message failed", { operation, ...describeError(error) });
        return true;
      }
    }
  });
