import * as contract from "../../shared/contract/callback-endpoints.ts";
import { endpointsOf, requireEndpoint } from "../../shared/domain/events/callback-endpoint.ts";
import { consoleEndpoint } from "../../shared/lambda/console-endpoint.ts";
import { byRoute } from "../../shared/lambda/serve.ts";
import {
  callbackEndpointView,
  endpointViewFor,
  eventTypeViews,
} from "../../shared/views/callback-endpoint.ts";

/** The read that authenticates brings the merchant, and with it the endpoints. */
const list = consoleEndpoint(contract.listCallbackEndpoints, async ({ merchant, session, at }) =>
  endpointsOf(merchant).map((endpoint) => endpointViewFor(session, callbackEndpointView(endpoint, at))),
);

const get = consoleEndpoint(contract.getCallbackEndpoint, async ({ merchant, parameter, session, at }) =>
  endpointViewFor(session, callbackEndpointView(requireEndpoint(merchant, parameter("id")), at)),
);

const listTypes = consoleEndpoint(contract.listEventTypes, async () => eventTypeViews());

export const handler = byRoute([
  [contract.listCallbackEndpoints, list],
  [contract.getCallbackEndpoint, get],
  [contract.listEventTypes, listTypes],
]);
