import type { EventRecord } from "../../ledger/events.ts";
import { resumeEvent } from "../webhook/receive-event.ts";

/** An event that an earlier call has left unfinished: the webhook's own steps, from the stored bytes. */
export async function visitEvent(event: EventRecord, at: number): Promise<string> {
  if (event.finishedAt !== undefined) return "finished_already";
  await resumeEvent(event, at);
  return "finished";
}
