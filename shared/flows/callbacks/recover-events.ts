import { requireEnabledCallback } from "../../domain/events/callback-endpoint.ts";
import { ALL_TIME, isRecoveryId, newRecoveryId, type RecoveryWindow } from "../../domain/events/recovery.ts";
import { Failure } from "../../domain/failure.ts";
import { isoTime } from "../../domain/time.ts";
import type { Merchant } from "../../ledger/merchants.ts";
import { createRecovery, findRecovery, type RecoveryRecord } from "../../ledger/recoveries.ts";
import { type Change, recordAudit } from "../record-audit.ts";

/** Has everything that is dead or held in a window sent again, however much it is; the caller need not wait. */
export async function recoverEvents(
  merchant: Merchant,
  { sinceMs, untilMs }: RecoveryWindow,
  change: Change,
): Promise<RecoveryRecord> {
  requireEnabledCallback(merchant);
  const { merchantId } = merchant;
  const subject = `${isoTime(sinceMs)} to ${isoTime(untilMs)}`;
  await recordAudit(merchantId, { action: "recover-events", subject }, change);
  const recoveryId = newRecoveryId(change.random);
  return createRecovery({ recoveryId, merchantId, kind: "recover", sinceMs, untilMs }, change.at);
}

/** Longer than the call that is about to enable the endpoint can live. */
const ENABLED_BY_THEN_MS = 30_000;

/**
 * Has everything sent that was held while the endpoint was disabled. Begun before the endpoint is enabled: should that
 * be the last thing that the call does, the release is on the list; should it not get so far, the release ends at once.
 */
export const startRelease = (merchantId: string, change: Change): Promise<RecoveryRecord> =>
  createRecovery(
    { recoveryId: newRecoveryId(change.random), merchantId, kind: "release", ...ALL_TIME },
    change.at,
    ENABLED_BY_THEN_MS,
  );

/** Has everything held that waits for its next attempt: nothing is sent to a disabled endpoint. */
export const startHolding = (merchantId: string, change: Change): Promise<RecoveryRecord> =>
  createRecovery(
    { recoveryId: newRecoveryId(change.random), merchantId, kind: "hold", ...ALL_TIME },
    change.at,
  );

/** Unknown and another merchant's cannot be told apart. */
export async function getRecovery(merchantId: string, recoveryId: string): Promise<RecoveryRecord> {
  const recovery = isRecoveryId(recoveryId) ? await findRecovery(merchantId, recoveryId) : undefined;
  if (!recovery) throw new Failure("not_found", "There is no such recovery.");
  return recovery;
}
