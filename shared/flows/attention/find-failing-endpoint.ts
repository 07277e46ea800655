import type { Attention } from "../../domain/payments/attention.ts";
import { findOldestDead } from "../../ledger/dead-events.ts";
import type { Merchant } from "../../ledger/merchants.ts";
import { getCallbackHealth } from "../callbacks/get-callback-health.ts";

/** Computed when asked for: events were given up, or the last day's attempts fail. undefined: no such endpoint. */
export async function findFailingEndpoint(
  { merchantId, callback }: Merchant,
  at: number,
): Promise<Attention | undefined> {
  if (!callback) return undefined;
  const since = (await findFirstDeath(merchantId)) ?? (await failingSince(merchantId, at));
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

async function findFirstDeath(merchantId: string): Promise<number | undefined> {
  const oldest = await findOldestDead(merchantId);
  return oldest && (oldest.diedAt ?? oldest.receivedAt);
}

async function failingSince(merchantId: string, at: number): Promise<number | undefined> {
  const { failing, delivered, since } = await getCallbackHealth(merchantId, at);
  return failing > 0 && delivered === 0 ? since : undefined;
}
