import middy from "@middy/core";
import type { Context } from "aws-lambda";
import { environmentConfig, ledgerConfig, requireSettings, type Setting } from "../runtime/config.ts";
import { runInvocation } from "../runtime/invocation.ts";
import { describeCause, describeError, log } from "../runtime/logger.ts";

export type ScheduledRun = { now: () => number; remainingMs: () => number };

/** A failure is logged and rethrown: the next run repeats it, and an alarm counts it. */
export function scheduled(
  operation: string,
  run: (clock: ScheduledRun) => Promise<void>,
  needs: readonly Setting[],
) {
  requireSettings([environmentConfig, ledgerConfig, ...needs]);
  return middy<unknown, void>().handler(async (_event: unknown, context: Context) => {
    const remainingMs = () => context.getRemainingTimeInMillis();
    const startedAt = Date.now();
    const line = () => ({
      requestId: context.awsRequestId,
      operation,
      milliseconds: Date.now() - startedAt,
    });
    try {
      await runInvocation(remainingMs, () => run({ now: () => Date.now(), remainingMs }));
      log("info", "run", { ...line(), outcome: "done" });
    } catch (error) {
      log("error", "run", { ...line(), outcome: "error", ...describeError(error), ...describeCause(error) });
      throw error;
    }
  });
}
