import { deliveryText } from "./delivery-texts.ts";
import { shortTime, table } from "./output.ts";
import type { deliveryView } from "./views.ts";

export function describeEvents(events: ReturnType<typeof deliveryView>[], none: string): string {
  const rows = events.map((event) => [
    event.eventId,
    event.type,
    event.merchantId,
    event.endpointId ?? "–",
    shortTime(event.receivedAt),
    deliveryText(event.delivery),
    String(event.attempts),
    event.lastError ?? "",
  ]);
  const headings = [
    "EVENT",
    "TYPE",
    "MERCHANT",
    "ENDPOINT",
    "RECEIVED",
    "DELIVERY",
    "ATTEMPTS",
    "LAST ERROR",
  ];
  return table(headings, rows, none);
}
