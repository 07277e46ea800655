import { disableCallbackEndpoint as operation } from "../../shared/contract/callback-endpoint.ts";
import { disableOneCallbackEndpoint } from "../../shared/contract/callback-endpoints.ts";
import { disableCallbacks, disableOneEndpoint } from "../../shared/flows/callbacks/change-endpoint.ts";
import { byRoute } from "../../shared/lambda/by-route.ts";
import { consoleEndpoint } from "../../shared/lambda/console-endpoint.ts";
import { endpoint } from "../../shared/lambda/endpoint.ts";
import {
  callbackEndpointView,
  endpointViewFor,
  namedEndpointView,
} from "../../shared/views/callback-endpoint.ts";

const disable = endpoint(operation, async ({ merchant, change }) => {
  const disabled = await disableCallbacks(merchant, change);
  return callbackEndpointView(disabled.endpoint, change.at);
});

const disableOne = consoleEndpoint(
  disableOneCallbackEndpoint,
  async ({ merchant, change, parameter, session }) => {
    const id = parameter("id");
    const disabled = await disableOneEndpoint(merchant, id, change);
    return endpointViewFor(session, namedEndpointView(id, disabled, change.at));
  },
);

export const handler = byRoute([
  [operation, disable],
  [disableOneCallbackEndpoint, disableOne],
]);
