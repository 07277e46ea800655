import type * as z from "zod/mini";
import type { AcceptedRecovery, Recovery } from "../contract/events.ts";
import { isAllDead } from "../domain/events/recovery.ts";
import { isoTime } from "../domain/time.ts";
import type { EventsWork } from "../ledger/events-work.ts";

export const acceptedRecoveryView = ({ progress }: EventsWork): z.output<typeof AcceptedRecovery> => ({
  id: progress.recoveryId,
  since: isAllDead(progress) ? null : isoTime(progress.sinceMs),
  until: isAllDead(progress) ? null : isoTime(progress.untilMs),
  by: progress.by ?? "receipt",
  ...(progress.endpointId && { endpointId: progress.endpointId }),
});

export const recoveryView = (work: EventsWork): z.output<typeof Recovery> => ({
  ...acceptedRecoveryView(work),
  state: work.state,
  looked: work.progress.looked,
  sent: work.progress.sent,
});
