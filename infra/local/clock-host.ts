import type { ClockHost } from "../simulator/simulator.ts";
import { moveClock, saveClock } from "./clock.ts";
import type { RunningFunctions } from "./current-function.ts";
import type { Poller } from "./poller.ts";
import type { QueueTimes } from "./queue-times.ts";
import type { Scheduler } from "./scheduler.ts";

export type ClockParts = {
  stateDir: string;
  functions: RunningFunctions;
  pollers: Poller[];
  queues: QueueTimes;
  firstDueAtMs: () => Promise<number | undefined>;
  /** Runs when something is due, not each minute of the passing time. */
  sweep: Scheduler;
  schedulers: Scheduler[];
};

/** What could not be begun waits as long as for the next sweep. */
const AGAIN_MS = 60_000;

/**
 * The stack is at rest when no function runs, no message waits for one, and nothing is due. The next stop is the
 * first of what is hidden, due or scheduled later.
 */
export function createClockHost(parts: ClockParts): ClockHost {
  /**
   * Reading the due list takes most of a stop, so its first entry is remembered. What has fallen due since is the
   * next stop.
   */
  let atRest: { sinceMs: number; firstDueAtMs: number | undefined } | undefined;

  return {
    follow(offsetMs) {
      moveClock(offsetMs);
      saveClock(parts.stateDir);
      for (const scheduler of parts.schedulers) scheduler.start();
    },

    async settle() {
      atRest = undefined;
      const sinceMs = Date.now();
      const busy = whatIsBusy(parts);
      if (busy.length > 0) return busy;
      const scheduled = parts.schedulers.filter(({ dueAtMs }) => dueAtMs <= Date.now());
      for (const scheduler of scheduled) void scheduler.run();
      // They may put something on the due list.
      if (scheduled.length > 0) return [JUST_BEGUN];
      const { begun } = parts.functions;
      const firstDueAtMs = await parts.firstDueAtMs();
      if (firstDueAtMs !== undefined && firstDueAtMs <= Date.now()) void parts.sweep.run();
      // What ran while the due list was read may have put something on it.
      if (parts.functions.begun !== begun) return [JUST_BEGUN];
      atRest = { sinceMs, firstDueAtMs };
      return [];
    },

    async nextDueAtMs() {
      const { sinceMs, firstDueAtMs } = atRest ?? {
        sinceMs: Date.now(),
        firstDueAtMs: await parts.firstDueAtMs(),
      };
      const times = [
        ...(firstDueAtMs === undefined ? [] : [firstDueAtMs > sinceMs ? firstDueAtMs : sinceMs + AGAIN_MS]),
        ...parts.queues.hiddenUntilMs(sinceMs),
        ...parts.schedulers.filter(({ stopsClock }) => stopsClock).map(({ dueAtMs }) => dueAtMs),
      ];
      return times.length > 0 ? Math.min(...times) : undefined;
    },
  };
}

const JUST_BEGUN = "functions that have just begun";

export const whatIsBusy = ({
  functions,
  pollers,
  queues,
}: Pick<ClockParts, "functions" | "pollers" | "queues">): string[] => [
  ...functions.names().map((name) => `the function ${name}`),
  ...pollers.flatMap((poller) => (poller.isBusy ? [`messages of ${poller.queue}`] : [])),
  ...queues.waiting(Date.now()).map((queue) => `messages in ${queue}`),
];
