import { endpointIdsOf, FIRST_ENDPOINT_ID, requireEndpoint } from "../../domain/events/callback-endpoint.ts";
import type { Attention } from "../../domain/payments/attention.ts";
import type { Merchant } from "../../ledger/merchants.ts";
import { type EventPages, eventPagesOf, findFailingSince } from "../callbacks/get-callback-health.ts";

/**
 * Seen when it is asked for, and never written: attempts fail, and nothing has got through since they began to, nor in the
 * last hour. undefined: the endpoint fares well.
 */
async function findFailing(
  merchant: Merchant,
  at: number,
  { endpointId, pages }: { endpointId: string; pages: EventPages },
): Promise<Attention | undefined> {
  const { url } = requireEndpoint(merchant, endpointId);
  const since = await findFailingSince(merchant.merchantId, at, { endpointId, pages });
  if (since === undefined) return undefined;
  const isFirst = endpointId === FIRST_ENDPOINT_ID;
  return {
    attentionId: null,
    kind: "endpoint_failing",
    subject: { endpointOrigin: new URL(url).origin, ...(!isFirst && { endpointId }) },
    orderRef: null,
    amountCents: null,
    currency: null,
    since,
    dueBy: null,
  };
}

/** The first endpoint first. */
export async function listFailingEndpoints(merchant: Merchant, at: number): Promise<Attention[]> {
  const pages = eventPagesOf(merchant.merchantId);
  const found = await Promise.all(
    endpointIdsOf(merchant).map((endpointId) => findFailing(merchant, at, { endpointId, pages })),
  );
  return found.flatMap((failing) => failing ?? []);
}
