import { enableCallbackEndpoint as operation } from "../../shared/contract/callback-endpoint.ts";
import { enableCallbacks } from "../../shared/flows/callbacks/change-endpoint.ts";
import { consoleEndpoint } from "../../shared/lambda/console-endpoint.ts";
import { callbackEndpointView } from "../../shared/views/callback-endpoint.ts";

export const handler = consoleEndpoint(operation, async ({ merchant, change }) => {
  const enabled = await enableCallbacks(merchant, change);
  return callbackEndpointView(enabled.endpoint, change.at);
});
