import { setTimeout as pause } from "node:timers/promises";
import { getRecovery } from "../../shared/flows/callbacks/recover-events.ts";
import { runRecovery } from "../../shared/flows/callbacks/run-recovery.ts";
import type { RecoveryRecord } from "../../shared/ledger/recoveries.ts";
import { patiently } from "./patience.ts";
import { startProgress } from "./progress.ts";

/** What the due list would do with it within minutes, here and now, for an operator who watches. */
export async function runToItsEnd(begun: RecoveryRecord, label: string): Promise<RecoveryRecord> {
  const progress = startProgress(label);
  let shown = 0;
  let recovery = begun;
  while (recovery.state === "running") {
    recovery = await patiently(() => goOn(recovery));
    progress.advance(recovery.sent - shown);
    shown = recovery.sent;
  }
  progress.done();
  return recovery;
}

const BETWEEN_LOOKS_MS = 100;

/** Where a visit of the due list is at the same job, its progress counts as well as ours. */
async function goOn(recovery: RecoveryRecord): Promise<RecoveryRecord> {
  const run = await runRecovery(recovery, () => Date.now());
  if (!run.isOvertaken) return run.recovery;
  await pause(BETWEEN_LOOKS_MS);
  return getRecovery(recovery.merchantId, recovery.recoveryId);
}
