import type { EventRecord } from "../../shared/ledger/event-record.ts";
import { shortTime, table } from "./output.ts";
import { eventView } from "./views.ts";

export function describeEvents(events: EventRecord[], none: string): string {
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
  const headings = ["EVENT", "TYPE", "MERCHANT", "RECEIVED", "DELIVERY", "ATTEMPTS", "LAST ERROR"];
  return table(headings, rows, none);
}
