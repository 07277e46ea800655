import { type CallbackEndpoint, payloadOf } from "./callback-endpoint.ts";
import type { DeliveryState } from "./event.ts";
import { EVENT_TYPES, isChoosable, isChosen, TEST_EVENT_TYPE } from "./event-types.ts";

/*
 * The service payload tells of a merchant's payments and its account in the service's own words. Under the processor's
 * payload the processor's bytes are sent as they came; only events of our own have one body under both.
 */

/** Whether a callback of this type is rendered when it is sent. */
export function isRendered(type: string, endpoint: Pick<CallbackEndpoint, "payload">): boolean {
  const maker: string = isChoosable(type) ? EVENT_TYPES[type].maker : "processor";
  return payloadOf(endpoint) === "service" || maker === "service";
}

type ShownEvent = { type: string; svcPaymentId?: string | undefined; accountId: string };
type Receiver = { account: { processorAccountId: string } | null; callback?: CallbackEndpoint };

/**
 * Whether the endpoint can be told of an event at all. What is about no payment of ours (the merchant's own charges), or
 * about an account that was detached, has nothing to be rendered from.
 */
export function canBeTold(event: ShownEvent, { callback, account }: Receiver): boolean {
  const { type, svcPaymentId, accountId } = event;
  if (!callback || !isRendered(type, callback) || type === TEST_EVENT_TYPE) return true;
  if (!isChoosable(type)) return false;
  if (EVENT_TYPES[type].about === "account") return account?.processorAccountId === accountId;
  return EVENT_TYPES[type].about === "payout" || svcPaymentId !== undefined;
}

/** Whether an event has a callback: the endpoint's choice counts when the event is recorded. */
export function deliveryFor(event: ShownEvent, merchant: Receiver): DeliveryState {
  const { callback } = merchant;
  if (!callback || !isChosen(event.type, callback) || !canBeTold(event, merchant)) return "none";
  return deliveryNow(merchant);
}

/** Of an event that was chosen. */
export const deliveryNow = ({ callback }: Pick<Receiver, "callback">): DeliveryState =>
  callback?.disabled ? "held" : "pending";
