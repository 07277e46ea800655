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

const disable = consoleEndpoint(operation, async ({ merchant, change, session }) => {
  const disabled = await disableCallbacks(merchant, change);
  return endpointViewFor(session, callbackEndpointView(disabled.endpoint, change.at));
});

const disableOne = endpoint(disableOneCallbackEndpoint, async ({ merchant, change, parameter }) => {
  const id = parameter("id");
  return namedEndpointView(id, await disableOneEndpoint(merchant, id, change), change.at);
});

export const handler = byRoute([
  [operation, disable],
  [disableOneCallbackEndpoint, disableOne],
]);
