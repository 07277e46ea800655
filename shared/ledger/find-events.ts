import type { EventRecord } from "./events.ts";
import { findAll } from "./lists.ts";
import { eventKey } from "./table.ts";

/** Many at once, by id; those that are gone are left out. */
export async function findEvents(eventIds: string[]): Promise<Map<string, EventRecord>> {
  const keys = [...new Set(eventIds)].map(eventKey);
  const events = keys.length > 0 ? await findAll<EventRecord>(keys) : [];
  return new Map(events.map((event) => [event.eventId, event]));
}
