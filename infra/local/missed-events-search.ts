import { type ScheduledHandler, type ScheduleOptions, Scheduler } from "./scheduler.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/**
 * A moving clock skips hours without new events, because a search takes longer than everything else in an hour. The
 * first search of a walk always runs, because anything may have changed before it, and one a day runs, because an
 * event that failed must be met again.
 */
export class MissedEventsSearch extends Scheduler {
  private readonly lastEventAtMs: () => number;
  private walkBeganAtMs = 0;

  constructor(options: ScheduleOptions, handler: ScheduledHandler, lastEventAtMs: () => number) {
    super(options, handler);
    this.lastEventAtMs = lastEventAtMs;
  }

  override beginWalk(): void {
    this.walkBeganAtMs = Date.now();
  }

  override start(): void {
    while (this.dueAtMs <= Date.now() && this.findsNothing(this.dueAtMs)) this.dueAtMs += HOUR_MS;
    super.start();
  }

  override get nextStopAtMs(): number {
    let atMs = this.dueAtMs;
    while (this.findsNothing(atMs)) atMs += HOUR_MS;
    return atMs;
  }

  /** A search leaves what is young to its webhook: that is looked for by the next one. */
  private findsNothing(atMs: number): boolean {
    const { ranAtMs } = this;
    if (ranAtMs === undefined || ranAtMs < this.walkBeganAtMs || atMs >= ranAtMs + DAY_MS) return false;
    return this.lastEventAtMs() < ranAtMs - HOUR_MS;
  }
}
