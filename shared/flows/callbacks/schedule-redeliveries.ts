import { startDeliveryRound } from "../../ledger/deliveries.ts";
import type { DeliveryRecord } from "../../ledger/events.ts";
import { sendCallbacks } from "../../queues/queue.ts";
import { describeError, log } from "../../runtime/logger.ts";
import { runConcurrently } from "../run-concurrently.ts";

const SWEEP_MS = 60_000;

/**
 * Puts deliveries on the due list to be sent again, each at its own time; answers how many. What is due before the next
 * sweep gets its message from here, the rest from a sweep. Doing it twice does no harm: what is on its way is left alone.
 */
export async function scheduleRedeliveries(
  deliveries: DeliveryRecord[],
  at: number,
  sendAt: (delivery: DeliveryRecord) => number,
): Promise<number> {
  const soon: (DeliveryRecord & { delaySeconds: number })[] = [];
  const sent = await runConcurrently(deliveries, async (delivery) => {
    const dueAt = sendAt(delivery);
    const started = await startDeliveryRound(delivery, at, dueAt);
    if (started && dueAt - at < SWEEP_MS)
      soon.push({ ...started, delaySeconds: Math.ceil((dueAt - at) / 1000) });
    return started !== undefined;
  });
  await sendCallbacks(soon).catch((error: unknown) =>
    log("warn", "redeliveries are left to the due list", describeError(error)),
  );
  return sent.filter(Boolean).length;
}
