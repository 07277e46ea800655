import { enableCallbackEndpoint as operation } from "../../shared/contract/callback-endpoint.ts";
import { enableCallbacks } from "../../shared/flows/callbacks/change-endpoint.ts";
import { visitAtOnce } from "../../shared/flows/callbacks/recover-events.ts";
import { consoleEndpoint } from "../../shared/lambda/console-endpoint.ts";
import { callbackEndpointView, endpointViewFor } from "../../shared/views/callback-endpoint.ts";

export const handler = consoleEndpoint(operation, async ({ merchant, change, session }) => {
  const enabled = await enableCallbacks(merchant, change);
  await visitAtOnce(enabled.work);
  return endpointViewFor(session, callbackEndpointView(enabled.endpoint, change.at));
});
