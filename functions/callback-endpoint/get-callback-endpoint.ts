import { getCallbackEndpoint as operation } from "../../shared/contract/callback-endpoint.ts";
import { Failure } from "../../shared/domain/failure.ts";
import { consoleEndpoint } from "../../shared/lambda/console-endpoint.ts";
import { callbackEndpointView } from "../../shared/views/callback-endpoint.ts";

/** The read that authenticates brings the merchant, and with it the endpoint. */
export const handler = consoleEndpoint(operation, async ({ merchant: { callback }, at }) => {
  if (!callback) throw new Failure("not_found", "There is no callback endpoint yet; PUT one here.");
  return callbackEndpointView(callback, at);
});
