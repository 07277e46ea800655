import type { Delivery } from "../storage/deliveries.ts";
import { createAlarm } from "../world/alarm.ts";
import type { World } from "../world/world.ts";
import { postEvent } from "./post.ts";

const MAX_AT_ONCE = 8;
const MAX_ATTEMPTS = 30;
export const DEFAULT_RETRY_MS = [500, 1000, 2000, 5000, 10_000];

/** Sends what is pending, a few at a time and in no promised order, until it is acknowledged. */
export function createDeliverer(world: World, retryMs: number[]) {
  const { deliveries, objects } = world.store;
  const underWay = new Set<number>();
  const stopping = new AbortController();
  const alarm = createAlarm(wake);

  function wake(): void {
    if (stopping.signal.aborted || world.webhooksPaused) {
      return;
    }
    const nowMs = Date.now();
    const endpoints = world.webhookEndpoints.length;
    // Those under way are still due: as many more must be read to find the free ones.
    for (const delivery of deliveries.due(endpoints, nowMs, MAX_AT_ONCE + underWay.size)) {
      if (underWay.size < MAX_AT_ONCE && !underWay.has(delivery.seq)) {
        underWay.add(delivery.seq);
        void deliver(delivery);
      }
    }
    alarm.set(deliveries.nextDueAtMs(endpoints, nowMs));
  }

  async function deliver(delivery: Delivery): Promise<void> {
    const endpoint = world.webhookEndpoints[delivery.endpoint];
    const event = objects.findAnywhere("event", delivery.eventId)?.object;
    const acknowledged = endpoint && event && (await postEvent(endpoint, event, stopping.signal));
    underWay.delete(delivery.seq);
    if (!stopping.signal.aborted) {
      // A delivery cut off by stop() has no result: the next start makes it again.
      record(delivery, acknowledged === true);
      wake();
    }
  }

  function record(delivery: Delivery, acknowledged: boolean): void {
    const attempts = delivery.attempts + 1;
    if (acknowledged || attempts >= MAX_ATTEMPTS) {
      deliveries.remove(delivery.seq);
      return;
    }
    // Counted from now and not from when it was due: a receiver that was away is not flooded.
    const waitMs = retryMs[attempts - 1] ?? retryMs.at(-1) ?? 0;
    deliveries.postpone(delivery.seq, attempts, Date.now() + waitMs);
  }

  function stop(): void {
    stopping.abort();
    alarm.clear();
  }

  return { wake, stop };
}
