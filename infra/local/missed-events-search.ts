import { type ScheduledHandler, type ScheduleOptions, Scheduler } from "./scheduler.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/**
 * The hourly search for missed events. A moving clock passes over the hours in which it cannot find any: while the
 * processor makes no event, none can be missed. Most hours of a week are such, and a search takes longer than all else
 * that happens in one. The first of a walk always happens, because anybody may have changed anything before it; and so
 * does one a day, because an event that could not be taken is to be met again.
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
    while (this.dueAtMs <= Date.now() && this.isInVain(this.dueAtMs)) this.dueAtMs += HOUR_MS;
    super.start();
  }

  override get nextStopAtMs(): number {
    let atMs = this.dueAtMs;
    while (this.isInVain(atMs)) atMs += HOUR_MS;
    return atMs;
  }

  /** A search leaves what is young to its webhook: that is looked for by the next one. */
  private isInVain(atMs: number): boolean {
    const { ranAtMs } = this;
    if (ranAtMs === undefined || ranAtMs < this.walkBeganAtMs || atMs >= ranAtMs + DAY_MS) return false;
    return this.lastEventAtMs() < ranAtMs - HOUR_MS;
  }
}
