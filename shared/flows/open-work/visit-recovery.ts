import type { RecoveryRecord } from "../../ledger/recoveries.ts";
import { runRecovery } from "../callbacks/run-recovery.ts";

type RecoveryVisit = "closed_already" | "overtaken" | "done" | "went_on";

/** The next pages of a recovery, as many as a visit has time for. */
export async function visitRecovery(recovery: RecoveryRecord, now: () => number): Promise<RecoveryVisit> {
  if (recovery.state === "done") return "closed_already";
  const run = await runRecovery(recovery, now);
  if (run.isOvertaken) return "overtaken";
  return run.recovery.state === "done" ? "done" : "went_on";
}
