import { type CallbackEndpoint, type CallbackEndpoints, endpointsOf } from "./callback-endpoint.ts";
import { type EventSource, isOwnEvent } from "./event.ts";
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
type Account = { processorAccountId: string } | null;
type Receiver = { account: Account; callbackEndpoints?: CallbackEndpoints | undefined };

/**
 * What an endpoint is sent of an event: its bytes as they were received, a body that is rendered when it is sent, or
 * nothing. What is about no payment of ours (the merchant's own charges), or about an account that was detached, has
 * nothing to be rendered from. An event of the processor's types that we made ourselves has no bytes of the processor.
 */
export function bodyFor(
  event: ShownEvent,
  endpoint: Pick<CallbackEndpoint, "payload">,
  account: Account,
): "as_received" | "rendered" | "none" {
  const { type, svcPaymentId, accountId } = event;
  const row = isChoosable(type) ? EVENT_TYPES[type] : undefined;
  if (row?.maker !== "service" && endpoint.payload !== "service")
    return row && isOwnEvent(event) ? "none" : "as_received";
  if (type === TEST_EVENT_TYPE || row?.about === "payout" || row?.about === "report") return "rendered";
  const isOurs =
    row?.about === "account" ? account?.processorAccountId === accountId : svcPaymentId !== undefined;
  return row && isOurs ? "rendered" : "none";
}

/** Which endpoints are told of an event; their choice counts when it is recorded. undefined: none. */
export function endpointsFor(event: ShownEvent, merchant: Receiver): string[] | undefined {
  const told = endpointsOf(merchant).filter(
    (endpoint) => isChosen(event.type, endpoint) && bodyFor(event, endpoint, merchant.account) !== "none",
  );
  return told.length > 0 ? told.map(({ endpointId }) => endpointId) : undefined;
}
