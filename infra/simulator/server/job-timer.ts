import { runDueJobs } from "../jobs/due-jobs.ts";
import type { World } from "../world/world.ts";
import { createAlarm } from "./alarm.ts";

/** Does what is due when its time comes; `afterwards` is told when something may have changed. */
export function createJobTimer(world: World, afterwards: () => void) {
  const alarm = createAlarm(world.clock, () => {
    runDueJobs(world);
    afterwards();
    wake();
  });
  function wake(): void {
    alarm.set(world.store.jobs.nextDueAtMs());
  }
  return { wake, stop: alarm.clear };
}
