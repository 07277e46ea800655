import type Stripe from "stripe";
import type { TimeWindow } from "../domain/finance/time-window.ts";
import { findAccount } from "./accounts.ts";
import { readFromProcessor } from "./client.ts";
import { API_VERSION, type ProcessorEvent, parseEvent, type ThinEvent } from "./events.ts";
import { createdWithin, nextOf, pageAfter } from "./lookup.ts";

/**
 * A thin event that is followed names an account, and becomes the event that v1 would have sent of it: under its own id,
 * with the account as it is now. From here on the two are alike, also to the merchant's server.
 */
export async function openThinEvent(
  thin: ThinEvent,
): Promise<{ event: ProcessorEvent; rawBody: Uint8Array }> {
  const found = await findAccount(thin.accountId);
  const rawBody = composeAccountEvent(thin, found?.object);
  const event: ProcessorEvent = { ...parseEvent(rawBody), isOfV2: true, ...(!found && { isUnseen: true }) };
  return { event, rawBody };
}

/** Without an account: the platform may no longer see it. */
export function composeAccountEvent(
  { eventId, accountId, livemode, createdAt }: ThinEvent,
  account: Stripe.Account | undefined,
): Uint8Array {
  const event: Omit<Stripe.EventBase, "data"> & { type: string; data: object } = {
    id: eventId,
    object: "event",
    account: accountId,
    api_version: API_VERSION,
    created: Math.floor(createdAt / 1000),
    data: { object: account ?? { id: accountId, object: "account" } },
    livemode,
    pending_webhooks: 0,
    request: null,
    type: account ? "account.updated" : "account.application.deauthorized",
  };
  return new TextEncoder().encode(JSON.stringify(event));
}

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
