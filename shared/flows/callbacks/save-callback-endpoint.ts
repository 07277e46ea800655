import type { CallbackEndpoint } from "../../domain/callback-endpoint.ts";
import { Failure } from "../../domain/failure.ts";
import { saveCallbackEndpoint as save } from "../../ledger/merchants.ts";
import { type Edge, leaveTrace } from "../merchants/record-audit.ts";

export type EndpointAction =
  | "set-callback-url"
  | "rotate-callback-secret"
  | "disable-callbacks"
  | "enable-callbacks";

/**
 * The trace first, then the change: a trace of a change that failed in its last step says too much, a change without
 * a trace too little, and a new secret that is lost because its trace could not be written would help nobody.
 */
export async function saveCallbackEndpoint(
  merchantId: string,
  endpoint: CallbackEndpoint,
  { action, ...edge }: Edge & { action: EndpointAction },
): Promise<CallbackEndpoint> {
  // Only the origin: a path or a query may hold a secret of the merchant's own.
  await leaveTrace(merchantId, { action, subject: new URL(endpoint.url).origin }, edge);
  const next = { ...endpoint, version: endpoint.version + 1 };
  if (await save(merchantId, next)) return next;
  throw new Failure("service_unavailable", "The callback endpoint was changed at the same time; retry.", {
    retryAfterSeconds: 1,
  });
}
