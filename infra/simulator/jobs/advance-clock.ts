import type { World } from "../world/world.ts";
import { runDueJobs } from "./due-jobs.ts";

/** Moves the clock on, and stops wherever something falls due: each thing happens at its own time. */
export function advanceClock(world: World, byMs: number): void {
  const { clock, store } = world;
  const untilMs = clock.nowMs() + byMs;
  const moveTo = (atMs: number) => clock.advance(Math.max(atMs - clock.nowMs(), 0));
  for (let next = store.jobs.nextDueAtMs(); next !== undefined && next <= untilMs; ) {
    moveTo(next);
    runDueJobs(world);
    next = store.jobs.nextDueAtMs();
  }
  moveTo(untilMs);
  world.onClockAdvance(clock.offsetMs());
}
