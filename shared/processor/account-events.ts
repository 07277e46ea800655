import type Stripe from "stripe";
import { findAccount } from "./accounts.ts";
import { API_VERSION, type ProcessorEvent, parseEvent, type ThinEvent } from "./events.ts";

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
