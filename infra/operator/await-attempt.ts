import { setTimeout as pause } from "node:timers/promises";
import { findDelivery } from "../../shared/ledger/attempts.ts";
import type { DeliveryRecord } from "../../shared/ledger/events.ts";

/** A receiver has 10 s; the queue and a cold function take their part. */
const PATIENCE_MS = 20_000;
const BETWEEN_LOOKS_MS = 200;

export async function awaitAttempt(eventId: string, endpointId: string): Promise<DeliveryRecord> {
  const deadline = performance.now() + PATIENCE_MS;
  for (;;) {
    const delivery = await findDelivery(eventId, endpointId);
    if (!delivery) throw new Error("The test event was not found.");
    if (delivery.log.length > 0 || performance.now() > deadline) return delivery;
    await pause(BETWEEN_LOOKS_MS);
  }
}
