import { enableCallbackEndpoint as operation } from "../../shared/contract/callback-endpoint.ts";
import { enableOneCallbackEndpoint } from "../../shared/contract/callback-endpoints.ts";
import { enableCallbacks } from "../../shared/flows/callbacks/change-endpoint.ts";
import { visitAtOnce } from "../../shared/flows/callbacks/recover-events.ts";
import { byRoute } from "../../shared/lambda/by-route.ts";
import { consoleEndpoint } from "../../shared/lambda/console-endpoint.ts";
import { endpoint } from "../../shared/lambda/endpoint.ts";
import {
  callbackEndpointView,
  endpointViewFor,
  namedEndpointView,
} from "../../shared/views/callback-endpoint.ts";

const enable = endpoint(operation, async ({ merchant, change }) => {
  const enabled = await enableCallbacks(merchant, change);
  await visitAtOnce(enabled.work);
  return callbackEndpointView(enabled.endpoint, change.at);
});

const enableOne = consoleEndpoint(
  enableOneCallbackEndpoint,
  async ({ merchant, change, parameter, session }) => {
    const id = parameter("id");
    const enabled = await enableCallbacks(merchant, change, id);
    await visitAtOnce(enabled.work);
    return endpointViewFor(session, namedEndpointView(id, enabled.endpoint, change.at));
  },
);

export const handler = byRoute([
  [operation, enable],
  [enableOneCallbackEndpoint, enableOne],
]);
