import { type InvocationContext, startInvocation } from "./invocation-context.ts";

export type ScheduledHandler = (event: object, context: InvocationContext) => Promise<unknown>;

export type ScheduleOptions = { everyMs: number; timeoutSeconds: number };

/** Does what EventBridge Scheduler does for one function. A run that takes longer than its interval delays the next. */
export class Scheduler {
  private readonly options: ScheduleOptions;
  private readonly handler: ScheduledHandler;
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<unknown> = Promise.resolve();
  private besides: Promise<unknown> = Promise.resolve();
  private stopped = false;

  constructor(options: ScheduleOptions, handler: ScheduledHandler) {
    this.options = options;
    this.handler = handler;
  }

  start(): void {
    if (this.stopped) return;
    this.timer = setTimeout(() => {
      this.running = this.run().finally(() => this.start());
    }, this.options.everyMs);
    this.timer.unref();
  }

  /** Once more, besides its own times: two runs at once do no harm, as on AWS. */
  runNow(): void {
    if (!this.stopped) this.besides = Promise.all([this.besides, this.run()]);
  }

  async stop(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    await Promise.all([this.running, this.besides]);
  }

  /** A failed run has written its log line; the next one repeats it. */
  private async run(): Promise<void> {
    await this.handler({}, startInvocation(this.options.timeoutSeconds)).catch(() => undefined);
  }
}
