import {
  type CallbackEndpoint,
  type FurtherEndpoints,
  furtherEndpointsOf,
  receiverAt,
} from "./callback-endpoint.ts";
import { type DeliveryState, type EventSource, isOwnEvent } from "./event.ts";
import { EVENT_TYPES, isChoosable, isChosen, TEST_EVENT_TYPE } from "./event-types.ts";

/*
 * The service payload tells of a merchant's payments and its account in the service's own words. Under the processor's
 * payload the processor's bytes are sent as they came; only events of our own have one body under both.
 */

type ShownEvent = {
  type: string;
  source: EventSource;
  svcPaymentId?: string | undefined;
  accountId: string;
};
type Receiver = {
  account: { processorAccountId: string } | null;
  callback?: CallbackEndpoint;
  further?: FurtherEndpoints;
};

/**
 * What an endpoint is sent of an event: its bytes as they were received, a body that is rendered when it is sent, or
 * nothing. What is about no payment of ours (the merchant's own charges), or about an account that was detached, has
 * nothing to be rendered from. An event of the processor's types that we made ourselves has no bytes of the processor.
 */
export function bodyFor(
  event: ShownEvent,
  { callback, account }: Receiver,
): "as_received" | "rendered" | "none" {
  const { type, svcPaymentId, accountId } = event;
  const row = isChoosable(type) ? EVENT_TYPES[type] : undefined;
  if (row?.maker !== "service" && callback?.payload !== "service")
    return row && isOwnEvent(event) ? "none" : "as_received";
  if (type === TEST_EVENT_TYPE || row?.about === "payout") return "rendered";
  const isOurs =
    row?.about === "account" ? account?.processorAccountId === accountId : svcPaymentId !== undefined;
  return row && isOurs ? "rendered" : "none";
}

/** The endpoint's choice counts when the event is recorded. */
export function deliveryFor(event: ShownEvent, merchant: Receiver): DeliveryState {
  const { callback } = merchant;
  if (!callback || !isChosen(event.type, callback)) return "none";
  if (bodyFor(event, merchant) === "none") return "none";
  return deliveryNow(merchant);
}

export const deliveryNow = ({ callback }: Pick<Receiver, "callback">): DeliveryState =>
  callback?.disabled ? "held" : "pending";

/**
 * Which further endpoints are told of an event; their choice counts when it is recorded. undefined: none, and nothing is
 * stored about it.
 */
export function endpointsFor(event: ShownEvent, merchant: Receiver): string[] | undefined {
  const ids = furtherEndpointsOf(merchant)
    .map(({ endpointId }) => endpointId)
    .filter((endpointId) => deliveryFor(event, receiverAt(merchant, endpointId)) !== "none");
  return ids.length > 0 ? ids : undefined;
}
