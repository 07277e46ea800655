import { setTimeout as wait } from "node:timers/promises";
import { ApiError } from "../http/api-error.ts";
import { runDueJobs } from "../jobs/due-jobs.ts";
import type { World } from "../world/world.ts";
import type { Deliverer } from "./deliverer.ts";

/** An embedder that lives by the simulated time. The simulator knows nothing of it but this. */
export type ClockHost = {
  /** The simulated time is so far ahead of the machine's now. */
  follow(offsetMs: number): void;
  /** Begins what is due by now, and answers in words what is not at rest. */
  settle(): Promise<string[]>;
  /** When something is due next. */
  nextDueAtMs(): Promise<number | undefined>;
};

/** What did not come to rest at one stop. */
export type Restless = { at: string; what: string[] };
export type Walk = { now: string; restless: Restless[] };

const LONGEST_STOP_MS = 10_000;
const LOOK_EVERY_MS = 5;

const NO_HOST: ClockHost = {
  follow: () => {},
  settle: async () => [],
  nextDueAtMs: async () => undefined,
};

export type ClockWalk = ReturnType<typeof createClockWalk>;

/**
 * Lets time pass from due time to due time: at each stop everything that is due there happens, here and at the host,
 * and has come to rest before the clock moves on. So a week shows what a week would have shown, in the same order.
 */
export function createClockWalk(world: World, deliverer: Deliverer) {
  const { clock, store } = world;
  let host = NO_HOST;
  let isWalking = false;

  async function advance(byMs: number): Promise<Walk> {
    if (isWalking) {
      throw new ApiError(409, "The clock is being moved on already. Wait until that has ended.");
    }
    isWalking = true;
    try {
      return await walk(clock.nowMs() + byMs);
    } finally {
      isWalking = false;
    }
  }

  async function walk(untilMs: number): Promise<Walk> {
    const restless: Restless[] = [];
    // What is under way belongs to the time before.
    restless.push(...(await rest()));
    while (clock.nowMs() < untilMs) {
      moveTo(Math.min(await nextStopMs(), untilMs));
      restless.push(...(await rest()));
    }
    return { now: nowText(), restless };
  }

  const nowText = (): string => new Date(clock.nowMs()).toISOString();

  function moveTo(atMs: number): void {
    clock.advance(Math.max(atMs - clock.nowMs(), 0));
    host.follow(clock.offsetMs());
  }

  /** Waits until nothing is under way or due any more, but not for ever. */
  async function rest(): Promise<Restless[]> {
    const endsAt = performance.now() + LONGEST_STOP_MS;
    for (;;) {
      runDueJobs(world);
      deliverer.wake();
      // The host first: what it has just done may have begun a webhook.
      const what = [...(await host.settle()), ...deliverer.busy()];
      if (what.length === 0) {
        return [];
      }
      if (performance.now() > endsAt) {
        return [{ at: nowText(), what }];
      }
      await wait(LOOK_EVERY_MS);
    }
  }

  /** What did not rest may be due still: a stop is always later than now. */
  async function nextStopMs(): Promise<number> {
    const dueAtMs = [await host.nextDueAtMs(), store.jobs.nextDueAtMs(), deliverer.nextDueAtMs()];
    const nowMs = clock.nowMs();
    return Math.min(...(dueAtMs.filter((atMs) => atMs !== undefined && atMs > nowMs) as number[]));
  }

  function setHost(other: ClockHost): void {
    host = other;
    host.follow(clock.offsetMs());
  }

  return { advance, setHost };
}
