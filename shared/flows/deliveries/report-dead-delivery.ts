import { markDeadLettered } from "../../ledger/attempts.ts";
import { isOldestDead } from "../../ledger/dead-deliveries.ts";
import type { DeliveryRecord } from "../../ledger/events.ts";
import { sendDeadLetter } from "../../queues/queue.ts";
import { count } from "../../runtime/metrics.ts";

/**
 * The dead letter of a delivery that was marked dead, what the alarms listen to, and the note of it last: a crash in
 * between repeats the letter and the counting, and loses neither. What can be asked is asked before, so that nothing
 * but the note stands between a letter and its repetition.
 */
export async function reportDeadDelivery(delivery: DeliveryRecord, at: number): Promise<void> {
  const beginsOutage = await isOldestDead(delivery);
  await sendDeadLetter(delivery);
  count("DeadLetters");
  if (beginsOutage) count("EndpointOutages");
  await markDeadLettered(delivery, at);
}
