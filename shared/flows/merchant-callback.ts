import type { CallbackEndpoint } from "../domain/callback-endpoint.ts";
import { Failure } from "../domain/failure.ts";
import type { Merchant } from "../ledger/merchants.ts";

export function callbackOf({ callback }: Merchant): CallbackEndpoint {
  if (callback) return callback;
  throw new Failure("no_callback_endpoint", "The merchant has no callback endpoint yet.");
}

/** For what is to be sent now: a disabled endpoint would only hold it. */
export function enabledCallbackOf(merchant: Merchant): CallbackEndpoint {
  const callback = callbackOf(merchant);
  if (!callback.disabled) return callback;
  throw new Failure("no_callback_endpoint", "The callback endpoint is disabled; enable it first.");
}
