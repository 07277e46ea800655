import middy from "@middy/core";
import type { Context } from "aws-lambda";
import { environmentConfig, ledgerConfig, requireSettings, type Setting } from "../config.ts";
import { runInvocation } from "../invocation.ts";
import { describeError, log } from "../logger.ts";

export type ScheduledRun = { now: () => number; remainingMs: () => number };

/** What the clock invokes. A failure is logged and thrown on: the next run repeats it, and an alarm counts it. */
export function scheduled(
  operation: string,
  run: (clock: ScheduledRun) => Promise<void>,
  needs: readonly Setting[],
) {
  requireSettings([environmentConfig, ledgerConfig, ...needs]);
  return middy<unknown, void>().handler(async (_event: unknown, context: Context) => {
    const remainingMs = () => context.getRemainingTimeInMillis();
    try {
      await runInvocation(remainingMs, () => run({ now: () => Date.now(), remainingMs }));
    } catch (error) {
      log("error", "a scheduled run failed", { operation, ...describeError(error) });
      throw error;
    }
  });
}
