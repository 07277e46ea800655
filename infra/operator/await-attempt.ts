import { setTimeout as pause } from "node:timers/promises";
import { FIRST_ENDPOINT_ID } from "../../shared/domain/events/callback-endpoint.ts";
import { findDelivery } from "../../shared/ledger/deliveries.ts";
import type { CallbackRecord } from "../../shared/ledger/event-record.ts";
import { findEvent } from "../../shared/ledger/events.ts";

/** A receiver has 10 s; the queue and a cold function take their part. */
const PATIENCE_MS = 20_000;
const BETWEEN_LOOKS_MS = 200;

export async function awaitAttempt(eventId: string, endpointId = FIRST_ENDPOINT_ID): Promise<CallbackRecord> {
  const deadline = performance.now() + PATIENCE_MS;
  for (;;) {
    const event = await (endpointId === FIRST_ENDPOINT_ID
      ? findEvent(eventId)
      : findDelivery(eventId, endpointId));
    if (!event) throw new Error("The test event was not found.");
    if (event.log.length > 0 || performance.now() > deadline) return event;
    await pause(BETWEEN_LOOKS_MS);
  }
}
