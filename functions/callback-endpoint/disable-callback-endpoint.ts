import { disableCallbackEndpoint as operation } from "../../shared/contract/callback-endpoint.ts";
import { disableCallbacks } from "../../shared/flows/callbacks/change-endpoint.ts";
import { consoleEndpoint } from "../../shared/lambda/console-endpoint.ts";
import { callbackEndpointView, endpointViewFor } from "../../shared/views/callback-endpoint.ts";

export const handler = consoleEndpoint(operation, async ({ merchant, change, session }) => {
  const disabled = await disableCallbacks(merchant, change);
  return endpointViewFor(session, callbackEndpointView(disabled.endpoint, change.at));
});
