import { type CallbackEndpoint, endpointsOf } from "../../domain/events/callback-endpoint.ts";
import type { Attention } from "../../domain/payments/attention.ts";
import type { Merchant } from "../../ledger/merchants.ts";
import { findFailingSince } from "../callbacks/get-callback-health.ts";

/**
 * Seen when it is asked for, and never written: attempts fail, and nothing has got through since they began to, nor in the
 * last hour. undefined: the endpoint fares well.
 */
async function findFailing(
  { endpointId, url }: CallbackEndpoint,
  at: number,
): Promise<Attention | undefined> {
  const since = await findFailingSince(endpointId, at);
  if (since === undefined) return undefined;
  return {
    attentionId: null,
    kind: "endpoint_failing",
    subject: { endpointOrigin: new URL(url).origin, endpointId },
    orderRef: null,
    amountCents: null,
    currency: null,
    since,
    dueBy: null,
  };
}

/** The oldest endpoint first. */
export async function listFailingEndpoints(merchant: Merchant, at: number): Promise<Attention[]> {
  const found = await Promise.all(endpointsOf(merchant).map((endpoint) => findFailing(endpoint, at)));
  return found.flatMap((failing) => failing ?? []);
}
