import type * as z from "zod/mini";
import type { AcceptedRecovery, Recovery } from "../contract/events.ts";
import { isoTime } from "../domain/time.ts";
import type { EventsWork } from "../ledger/events-work.ts";

export const acceptedRecoveryView = ({
  progress: { recoveryId, sinceMs, untilMs },
}: EventsWork): z.output<typeof AcceptedRecovery> => ({
  id: recoveryId,
  since: isoTime(sinceMs),
  until: isoTime(untilMs),
});

export const recoveryView = (work: EventsWork): z.output<typeof Recovery> => ({
  ...acceptedRecoveryView(work),
  state: work.state,
  looked: work.progress.looked,
  sent: work.progress.sent,
});
