import {
  type DueDelivery,
  dueDeliveries,
  nextDeliveryAtMs,
  recordDelivery,
} from "../webhooks/due-deliveries.ts";
import type { World } from "../world/world.ts";
import { createAlarm } from "./alarm.ts";

const MAX_AT_ONCE = 8;

export type Deliverer = ReturnType<typeof createDeliverer>;

/** Posts what is due, a few at a time and in no promised order, until it is acknowledged. */
export function createDeliverer(world: World) {
  const underWay = new Set<number>();
  const stopping = new AbortController();
  const alarm = createAlarm(world.clock, wake);

  function wake(): void {
    if (stopping.signal.aborted) return;
    // Read once: what falls due between two readings would be neither due nor next.
    const nowMs = world.clock.nowMs();
    const limit = MAX_AT_ONCE - underWay.size;
    for (const due of dueDeliveries(world, { untilMs: nowMs, limit, underWay })) {
      underWay.add(due.delivery.seq);
      void deliver(due);
    }
    alarm.set(nextDeliveryAtMs(world, nowMs));
  }

  async function deliver(due: DueDelivery): Promise<void> {
    const acknowledged = await postWebhook(due, stopping.signal);
    underWay.delete(due.delivery.seq);
    if (!stopping.signal.aborted) {
      // A delivery cut off by stop() has no result: the next start makes it again.
      recordDelivery(world, due.delivery, acknowledged);
      wake();
    }
  }

  function stop(): void {
    stopping.abort();
    alarm.clear();
  }

  /** In words, what is being posted; nothing when all that can be posted by now has its result. */
  function busy(): string[] {
    const waiting = dueDeliveries(world, { untilMs: world.clock.nowMs(), limit: 1 }).length;
    return underWay.size + waiting > 0 ? ["the simulator's webhooks"] : [];
  }

  const nextDueAtMs = (): number | undefined =>
    world.webhooksPaused ? undefined : nextDeliveryAtMs(world, world.clock.nowMs());

  return { wake, stop, busy, nextDueAtMs };
}

const TIMEOUT_MS = 10_000;

/** True if the endpoint has acknowledged the event. */
async function postWebhook(due: DueDelivery, stopped: AbortSignal): Promise<boolean> {
  try {
    const answer = await fetch(due.endpoint.url, {
      method: "POST",
      headers: due.headers,
      body: due.body,
      redirect: "manual",
      signal: AbortSignal.any([stopped, AbortSignal.timeout(TIMEOUT_MS)]),
    });
    await answer.body?.cancel();
    return answer.ok;
  } catch {
    // No connection, no answer in time: like a rejection, to be tried again.
    return false;
  }
}
