import type Stripe from "stripe";
import { findAccount } from "./accounts.ts";
import { API_VERSION, type ProcessorEvent, parseEvent, parseIncoming, type ThinEvent } from "./events.ts";

/**
 * An event that came in. A thin one that is followed names an account, and becomes the event that v1 would have sent of it:
 * under its own id, with the account as it is now. From here on the two are alike, also to the merchant's server.
 */
export async function openEvent(
  rawBody: Uint8Array,
): Promise<{ event: ProcessorEvent; rawBody: Uint8Array }> {
  const incoming = parseIncoming(rawBody);
  if (incoming.kind === "whole") return { event: incoming.event, rawBody };
  const found = await findAccount(incoming.thin.accountId);
  const composed = composeAccountEvent(incoming.thin, found?.object);
  const event: ProcessorEvent = { ...parseEvent(composed), isOfV2: true };
  return { event: found ? event : { ...event, isUnseen: true }, rawBody: composed };
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
