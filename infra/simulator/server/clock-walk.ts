import { setTimeout as wait } from "node:timers/promises";
import { ApiError } from "../http/api-error.ts";
import { runDueJobs } from "../jobs/due-jobs.ts";
import type { World } from "../world/world.ts";
import type { Deliverer } from "./deliverer.ts";

/** An embedder that lives by the simulated time. The simulator knows nothing of it but this. */
export type ClockHost = {
  follow(offsetMs: number): void;
  /** Begins what is due by now, and answers in words what is not at rest. */
  settle(): Promise<string[]>;
  nextDueAtMs(): Promise<number | undefined>;
};

export type Restless = { at: string; what: string[] };
export type Walk = { now: string; restless: Restless[] };

/** So long the same may be busy, and so long a stop may last in all: a slow machine works longer than a function hangs. */
const LONGEST_STANDSTILL_MS = 10_000;
const LONGEST_STOP_MS = 60_000;
const LOOK_EVERY_MS = 5;

const NO_HOST: ClockHost = {
  follow: () => {},
  settle: async () => [],
  nextDueAtMs: async () => undefined,
};

/** At each stop everything that is due happens, here and at the host, and comes to rest before the clock moves on. */
export class ClockWalk {
  private host = NO_HOST;
  private isWalking = false;
  private lookedAtMs = 0;
  private readonly world: World;
  private readonly deliverer: Deliverer;

  constructor(world: World, deliverer: Deliverer) {
    this.world = world;
    this.deliverer = deliverer;
  }

  setHost(host: ClockHost): void {
    this.host = host;
    host.follow(this.world.clock.offsetMs());
  }

  async advance(byMs: number): Promise<Walk> {
    if (this.isWalking)
      throw new ApiError(409, "The clock is being moved on already. Wait until that has ended.");
    this.isWalking = true;
    try {
      return await this.walk(this.world.clock.nowMs() + byMs);
    } finally {
      this.isWalking = false;
    }
  }

  private async walk(untilMs: number): Promise<Walk> {
    const restless: Restless[] = [];
    // What is under way belongs to the time before.
    restless.push(...(await this.rest()));
    while (this.world.clock.nowMs() < untilMs) {
      this.moveTo(Math.min(await this.nextStopMs(), untilMs));
      restless.push(...(await this.rest()));
    }
    return { now: this.nowText(), restless };
  }

  private nowText(): string {
    return new Date(this.world.clock.nowMs()).toISOString();
  }

  private moveTo(atMs: number): void {
    const { clock } = this.world;
    clock.advance(Math.max(atMs - clock.nowMs(), 0));
    this.host.follow(clock.offsetMs());
  }

  private async rest(): Promise<Restless[]> {
    const beganAt = performance.now();
    let [busy, busyAt] = ["", beganAt];
    for (;;) {
      this.lookedAtMs = this.world.clock.nowMs();
      runDueJobs(this.world);
      this.deliverer.wake();
      // The host first: what it has just done may have begun a webhook.
      const what = [...(await this.host.settle()), ...this.deliverer.busy()];
      if (what.length === 0) return [];
      const now = performance.now();
      if (busy !== what.join()) [busy, busyAt] = [what.join(), now];
      if (now > busyAt + LONGEST_STANDSTILL_MS || now > beganAt + LONGEST_STOP_MS)
        return [{ at: this.nowText(), what }];
      await wait(LOOK_EVERY_MS);
    }
  }

  /** A stop is always later than the last look. If it is over already, the walk stops where it is. */
  private async nextStopMs(): Promise<number> {
    const { jobs } = this.world.store;
    const dueAtMs = [await this.host.nextDueAtMs(), jobs.nextDueAtMs(), this.deliverer.nextDueAtMs()];
    return Math.min(...dueAtMs.filter((atMs) => atMs !== undefined).filter((atMs) => atMs > this.lookedAtMs));
  }
}
