import { sendRecovery } from "../../callbacks/queue.ts";
import type { RecoveryJob } from "../../domain/recovery.ts";
import { recoverPage } from "./recover-events.ts";

/** One invocation's share: far below the function's timeout, and a crash repeats no more than this. */
const PAGES_PER_RUN = 10;
const RUN_MS = 10_000;

/** Some pages of a recovery, and a message for the rest, so that no backlog is too long for a function's life. */
export async function runRecovery(job: RecoveryJob, now: () => number): Promise<void> {
  const endsAt = now() + RUN_MS;
  let rest: RecoveryJob | undefined = job;
  for (let page = 0; rest && page < PAGES_PER_RUN && now() < endsAt; page++) {
    rest = (await recoverPage(rest, now())).next;
  }
  if (rest) await sendRecovery(rest);
}
