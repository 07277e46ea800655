import { disableCallbackEndpoint as operation } from "../../shared/contract/callback-endpoints.ts";
import { disableCallbackEndpoint } from "../../shared/flows/callbacks/change-endpoint.ts";
import { consoleEndpoint } from "../../shared/lambda/console-endpoint.ts";
import { callbackEndpointView, endpointViewFor } from "../../shared/views/callback-endpoint.ts";

export const handler = consoleEndpoint(operation, async ({ merchant, change, parameter, session }) => {
  const disabled = await disableCallbackEndpoint(merchant, parameter("id"), change);
  return endpointViewFor(session, callbackEndpointView(disabled, change.at));
});
