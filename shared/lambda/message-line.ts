import type { SQSRecord } from "aws-lambda";
import { describeCause, describeError, log, notesTaken, takingNotes } from "../logger.ts";

/** Does the work on one message, and writes the one line that every message leaves. A failure is thrown on. */
export const handleNoting = <T>(operation: string, record: SQSRecord, work: () => Promise<T>): Promise<T> =>
  takingNotes(async () => {
    const startedAt = Date.now();
    const line = () => ({
      requestId: record.messageId,
      operation,
      outcome: "done",
      ...notesTaken(),
      milliseconds: Date.now() - startedAt,
    });
    try {
      const result = await work();
      log(line().outcome === "failed" ? "warn" : "info", "message", line());
      return result;
    } catch (error) {
      log("error", "message", {
        ...line(),
        outcome: "error",
        ...describeError(error),
        ...describeCause(error),
      });
      throw error;
    }
  });
