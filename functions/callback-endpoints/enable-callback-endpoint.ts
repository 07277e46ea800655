import { enableCallbackEndpoint as operation } from "../../shared/contract/callback-endpoints.ts";
import { enableCallbackEndpoint } from "../../shared/flows/callbacks/change-endpoint.ts";
import { visitAtOnce } from "../../shared/flows/callbacks/recover-events.ts";
import { consoleEndpoint } from "../../shared/lambda/console-endpoint.ts";
import { openWorkQueueConfig } from "../../shared/runtime/config.ts";
import { callbackEndpointView, endpointViewFor } from "../../shared/views/callback-endpoint.ts";

export const handler = consoleEndpoint(
  operation,
  async ({ merchant, change, parameter, session }) => {
    const { endpoint, work } = await enableCallbackEndpoint(merchant, parameter("id"), change);
    await visitAtOnce(work);
    return endpointViewFor(session, callbackEndpointView(endpoint, change.at));
  },
  [openWorkQueueConfig],
);
