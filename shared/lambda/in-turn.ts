import middy from "@middy/core";
import type { Context, SQSBatchResponse, SQSEvent, SQSRecord } from "aws-lambda";
import { environmentConfig, ledgerConfig, requireSettings, type Setting } from "../config.ts";
import { runInvocation } from "../invocation.ts";
import { handleNoting } from "./message-line.ts";

/** Too little for one more: it would be cut off in the middle. */
const RESERVE_MS = 30_000;

/**
 * Handles the messages of a batch one after the other, and keeps none of them, whatever happens: what they are about is
 * on the due list, whose ladder is the retry.
 */
export function inTurn(
  operation: string,
  handle: (record: SQSRecord) => Promise<void>,
  { stopsBatch, needs }: { stopsBatch: (error: unknown) => boolean; needs: readonly Setting[] },
) {
  requireSettings([environmentConfig, ledgerConfig, ...needs]);
  return middy<SQSEvent, SQSBatchResponse>().handler(({ Records }: SQSEvent, context: Context) => {
    const remainingMs = () => context.getRemainingTimeInMillis();
    return runInvocation(remainingMs, async () => {
      for (const record of Records) {
        if (remainingMs() < RESERVE_MS) break;
        const error = await handleNoting(operation, record, () => handle(record)).then(
          () => undefined,
          (failure: unknown) => failure,
        );
        if (stopsBatch(error)) break;
      }
      return { batchItemFailures: [] };
    });
  });
}
