import { requireEnabledCallback } from "../../domain/callback-endpoint.ts";
import { Failure } from "../../domain/failure.ts";
import type { Merchant } from "../../ledger/merchants.ts";
import { getEvent } from "./list-events.ts";
import { type Redelivery, redeliverEvent } from "./redeliver-event.ts";

/** A merchant wants an event of its own again, and hears why when it cannot have it. */
export async function requestRedelivery(
  merchant: Merchant,
  eventId: string,
  options: { force: boolean; at: number },
): Promise<void> {
  const event = await getEvent(merchant.merchantId, eventId);
  requireEnabledCallback(merchant);
  const outcome = await redeliverEvent(event, options);
  if (outcome !== "sent") throw new Failure("not_redeliverable", REASONS[outcome]);
}

const REASONS: Record<Exclude<Redelivery, "sent">, string> = {
  on_its_way: "The event is on its way already.",
  delivered_already: 'The event was delivered; send {"force": true} to have it again.',
  not_deliverable: "The event is not one for callbacks, or came before there was a callback endpoint.",
};
