import { FOLLOWED_EVENTS } from "../domain/events/event-types.ts";
import type { TimeWindow } from "../domain/finance/time-window.ts";
import { readFromProcessor } from "./client.ts";
import { createdWithin, nextOf, pageAfter } from "./lookup.ts";

/** An event as the processor lists it, with the account that it lists it for: what the webhook would have brought. */
export type ListedEvent = { eventId: string; rawBody: Uint8Array };

export type EventPage = { events: ListedEvent[]; next?: string };

/** One page of the events that we follow, newest first. The list is complete at once, unlike the processor's search. */
export async function listAccountEvents(
  accountId: string,
  window: TimeWindow,
  after: string | undefined,
): Promise<EventPage> {
  const parameters = {
    types: [...FOLLOWED_EVENTS],
    created: createdWithin(window),
    ...pageAfter(after),
  };
  const page = await readFromProcessor((stripe) =>
    stripe.events.list(parameters, { stripeAccount: accountId }),
  );
  // Listed for an account, an event does not name it; told by the webhook, it does.
  const events = page.data.map((event) => ({
    eventId: event.id,
    rawBody: Buffer.from(JSON.stringify({ ...event, account: accountId })),
  }));
  return { events, ...nextOf(page) };
}
