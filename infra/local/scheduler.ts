import type { ScheduleSpec } from "../topology.ts";
import { type InvocationContext, startInvocation } from "./invocation-context.ts";

export type ScheduledHandler = (event: object, context: InvocationContext) => Promise<unknown>;

export type ScheduleOptions = { name: string; schedule: ScheduleSpec; timeoutSeconds: number };

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** A timer may not be longer than 24 days; one that rings early is set again. */
const LONGEST_TIMER_MS = HOUR_MS;

/** EventBridge Scheduler for one function, by this process's clock, which may be moved. */
export class Scheduler {
  readonly name: string;
  private readonly options: ScheduleOptions;
  private readonly handler: ScheduledHandler;
  private timer: NodeJS.Timeout | undefined;
  private readonly running = new Set<Promise<unknown>>();
  private stopped = false;
  dueAtMs: number;

  constructor(options: ScheduleOptions, handler: ScheduledHandler) {
    this.name = options.name;
    this.options = options;
    this.handler = handler;
    this.dueAtMs = nextTimeAfter(options.schedule, Date.now());
  }

  /** A moving clock does not stop for what runs often: it runs at the next stop. */
  get stopsClock(): boolean {
    return "dailyAtHour" in this.options.schedule;
  }

  /** Also called when the clock was moved: the timer does not see that. */
  start(): void {
    clearTimeout(this.timer);
    if (this.stopped) return;
    const waitMs = Math.min(Math.max(this.dueAtMs - Date.now(), 0), LONGEST_TIMER_MS);
    this.timer = setTimeout(() => {
      if (this.dueAtMs <= Date.now()) void this.run();
      this.start();
    }, waitMs);
    this.timer.unref();
  }

  /** Two runs at once do no harm, as on AWS. */
  async run(): Promise<void> {
    this.dueAtMs = nextTimeAfter(this.options.schedule, Date.now());
    if (this.stopped) return;
    // A failed run has written its log line; the next one repeats it.
    const run = this.handler({}, startInvocation(this.options.timeoutSeconds)).catch(() => undefined);
    this.running.add(run);
    await run.finally(() => this.running.delete(run));
  }

  async stop(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    await Promise.all(this.running);
  }
}

function nextTimeAfter(schedule: ScheduleSpec, nowMs: number): number {
  if ("everyMinutes" in schedule) return nowMs + schedule.everyMinutes * MINUTE_MS;
  const { dailyAtHour, minute } = schedule;
  const today = Math.floor(nowMs / DAY_MS) * DAY_MS + dailyAtHour * HOUR_MS + minute * MINUTE_MS;
  return today > nowMs ? today : today + DAY_MS;
}
