import type { TimeWindow } from "../domain/finance/time-window.ts";
import { readFromProcessor } from "./client.ts";
import { createdWithin, nextOf, pageAfter } from "./lookup.ts";

export type ListedEvent = { eventId: string; rawBody: Uint8Array };

export type EventPage = { events: ListedEvent[]; next?: string };

/** Unlike the processor's search, the list is complete at once. */
export async function listAccountEvents(
  accountId: string,
  { types, window }: { types: string[]; window: TimeWindow },
  after: string | undefined,
): Promise<EventPage> {
  const parameters = {
    types,
    created: createdWithin(window),
    ...pageAfter(after),
  };
  const page = await readFromProcessor((stripe) =>
    stripe.events.list(parameters, { stripeAccount: accountId }),
  );
  // A listed event does not name its account; the webhook's does.
  const events = page.data.map((event) => ({
    eventId: event.id,
    rawBody: Buffer.from(JSON.stringify({ ...event, account: accountId })),
  }));
  return { events, ...nextOf(page) };
}
