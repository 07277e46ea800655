import { sendDeadLetter } from "../../callbacks/queue.ts";
import { markDeadLettered } from "../../ledger/attempts.ts";
import { isOldestDead } from "../../ledger/dead-events.ts";
import type { EventRecord } from "../../ledger/events.ts";
import { count } from "../../metrics.ts";

/**
 * The dead letter of an event that was marked dead, what the alarms listen to, and the note of it last: a crash in
 * between repeats the letter and the counting, and loses neither.
 */
export async function sendLetter(event: EventRecord, at: number): Promise<void> {
  await sendDeadLetter(event);
  count("DeadLetters");
  if (await isOldestDead(event)) count("EndpointOutages");
  await markDeadLettered(event, at);
}
