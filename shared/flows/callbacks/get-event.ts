import { Failure } from "../../domain/failure.ts";
import { EVENT_ID } from "../../domain/id-forms.ts";
import { type EventRecord, findEvent } from "../../ledger/events.ts";

/** Unknown and another merchant's cannot be told apart. */
export async function getEvent(merchantId: string, eventId: string): Promise<EventRecord> {
  const event = await findOwnEvent(merchantId, eventId);
  if (!event) throw new Failure("not_found", "There is no such event.");
  return event;
}

/** For operators, who may see every merchant's. */
export async function getAnyEvent(eventId: string): Promise<EventRecord> {
  const event = await findEvent(eventId);
  if (!event) throw new Failure("not_found", `There is no event ${eventId}.`);
  return event;
}

export async function findOwnEvent(merchantId: string, eventId: string): Promise<EventRecord | undefined> {
  const event = EVENT_ID.test(eventId) ? await findEvent(eventId) : undefined;
  return event?.merchantId === merchantId ? event : undefined;
}
