import { FIRST_ENDPOINT_ID } from "../../shared/domain/events/callback-endpoint.ts";
import type { CallbackRecord } from "../../shared/ledger/event-record.ts";
import { deliveryText } from "./delivery-texts.ts";
import { shortTime, table } from "./output.ts";
import { callbackView } from "./views.ts";

export function describeEvents(events: CallbackRecord[], none: string): string {
  const rows = events
    .map(callbackView)
    .map((event) => [
      event.endpointId === FIRST_ENDPOINT_ID ? event.eventId : `${event.eventId}/${event.endpointId}`,
      event.type,
      event.merchantId,
      shortTime(event.receivedAt),
      deliveryText(event.delivery),
      String(event.attempts),
      event.lastError ?? "",
    ]);
  const headings = ["EVENT", "TYPE", "MERCHANT", "RECEIVED", "DELIVERY", "ATTEMPTS", "LAST ERROR"];
  return table(headings, rows, none);
}
