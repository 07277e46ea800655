import type * as z from "zod/mini";
import type { AcceptedRecovery, Recovery } from "../contract/events.ts";
import { isoTime } from "../domain/time.ts";
import type { RecoveryRecord } from "../ledger/recoveries.ts";

export const acceptedRecoveryView = ({
  recoveryId,
  sinceMs,
  untilMs,
}: RecoveryRecord): z.output<typeof AcceptedRecovery> => ({
  id: recoveryId,
  since: isoTime(sinceMs),
  until: isoTime(untilMs),
});

export const recoveryView = (recovery: RecoveryRecord): z.output<typeof Recovery> => ({
  ...acceptedRecoveryView(recovery),
  state: recovery.state,
  looked: recovery.looked,
  sent: recovery.sent,
});
