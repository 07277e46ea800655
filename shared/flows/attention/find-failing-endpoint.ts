import type { Attention } from "../../domain/payments/attention.ts";
import type { Merchant } from "../../ledger/merchants.ts";
import { findFailingSince } from "../callbacks/get-callback-health.ts";

/**
 * Seen when it is asked for, and never written: attempts fail, and nothing has got through since they began to, nor in the
 * last hour. undefined: the endpoint fares well, or there is none.
 */
export async function findFailingEndpoint(
  { merchantId, callback }: Merchant,
  at: number,
): Promise<Attention | undefined> {
  if (!callback) return undefined;
  const since = await findFailingSince(merchantId, at);
  if (since === undefined) return undefined;
  return {
    attentionId: null,
    kind: "endpoint_failing",
    subject: { endpointOrigin: new URL(callback.url).origin },
    orderRef: null,
    amountCents: null,
    currency: null,
    since,
    dueBy: null,
  };
}
