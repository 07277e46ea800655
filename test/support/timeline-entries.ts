import type { components } from "../../shared/client/generated/contract.ts";

/* What happened to a payment, as the service answers it: the times are the test's own. */
type Schemas = components["schemas"];
type Event = Schemas["TimelineProcessorEvent"];
type Attempt = Schemas["TimelineCallbackAttempt"];

export const SHOP_ENDPOINT_ID = "ep_0f3c51b7d2e84a96";
export const TRACE_ID = "9e1b2c3d-0000-4000-8000-000000000001";

/** It was applied and delivered, but for what is said otherwise. */
export const eventAt = (at: string, given: Partial<Event> = {}): Event => ({
  ...{ kind: "processor_event", at, receivedAt: at, traceId: TRACE_ID, eventId: "evt_1" },
  ...{ type: "payment_intent.succeeded", applied: "applied", delivery: "delivered" },
  ...{ endpointId: SHOP_ENDPOINT_ID, declineCode: null, refundedCents: null, captureBefore: null, ...given },
});

/** The endpoint did not take it. */
export const attemptAt = (at: string, given: Partial<Attempt> = {}): Attempt => ({
  ...{ kind: "callback_attempt", at, traceId: TRACE_ID, eventId: "evt_1", endpointId: SHOP_ENDPOINT_ID },
  ...{ type: "payment_intent.succeeded", attempt: 1, milliseconds: 84, status: 500, error: "status_500" },
  ...{ nextAttemptAt: null, version: null, ...given },
});

export const callAt = (
  at: string,
  operation: Schemas["TimelineApiCall"]["operation"],
  amountCents: number,
): Schemas["TimelineApiCall"] => ({ kind: "api_call", at, traceId: TRACE_ID, operation, amountCents });
