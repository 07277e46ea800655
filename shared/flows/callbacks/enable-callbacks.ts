import type { CallbackEndpoint } from "../../domain/callback-endpoint.ts";
import type { Merchant } from "../../ledger/merchants.ts";
import type { Edge } from "../merchants/record-audit.ts";
import { releaseHeld } from "./start-recovery.ts";
import { setCallbackDisabled } from "./switch-callbacks.ts";

/** Enabling again what is enabled does no harm, and finds what an interrupted call has left held. */
export async function enableCallbacks(merchant: Merchant, edge: Edge): Promise<CallbackEndpoint> {
  const endpoint = await setCallbackDisabled(merchant, false, edge);
  await releaseHeld(merchant.merchantId, edge.at);
  return endpoint;
}
