import { sendRecovery } from "../../callbacks/queue.ts";
import { ALL_TIME, RECOVERABLE_STATES, type RecoveryJob } from "../../domain/recovery.ts";

/** Longer than an index is ever behind. */
const SECOND_LOOK_SECONDS = 60;
const SECOND_LOOK_BACK_MS = 5 * 60_000;

/** Has everything that is dead or held in a window sent again, however much it is; the caller need not wait. */
export const startRecovery = (
  merchantId: string,
  window: Pick<RecoveryJob, "sinceMs" | "untilMs">,
): Promise<void> => sendRecovery({ merchantId, ...window, states: [...RECOVERABLE_STATES] });

/**
 * Has everything sent that was held while the endpoint was disabled. An event that was held a moment before may not
 * be in the index yet, so the most recent ones are looked for once more.
 */
export async function releaseHeld(merchantId: string, at: number): Promise<void> {
  const job: RecoveryJob = { merchantId, ...ALL_TIME, states: ["held"] };
  await sendRecovery(job);
  await sendRecovery({ ...job, sinceMs: at - SECOND_LOOK_BACK_MS }, SECOND_LOOK_SECONDS);
}
