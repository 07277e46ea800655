import type { EventRecord } from "../../shared/ledger/event-record.ts";
import { shortTime, table } from "./output.ts";
import { eventView } from "./views.ts";

export function describeEvents(events: EventRecord[]): string {
  const rows = events
    .map(eventView)
    .map((event) => [
      event.eventId,
      event.type,
      event.merchantId,
      shortTime(event.receivedAt),
      event.delivery,
      String(event.attempts),
      event.lastError ?? "",
    ]);
  return table(["EVENT", "TYPE", "MERCHANT", "RECEIVED", "DELIVERY", "ATTEMPTS", "LAST ERROR"], rows);
}
