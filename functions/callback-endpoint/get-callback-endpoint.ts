import * as contract from "../../shared/contract/callback-endpoint.ts";
import { getOneCallbackEndpoint, listCallbackEndpoints } from "../../shared/contract/callback-endpoints.ts";
import { requireEndpoint } from "../../shared/domain/events/callback-endpoint.ts";
import { Failure } from "../../shared/domain/failure.ts";
import { byRoute } from "../../shared/lambda/by-route.ts";
import { consoleEndpoint } from "../../shared/lambda/console-endpoint.ts";
import { endpoint } from "../../shared/lambda/endpoint.ts";
import {
  callbackEndpointView,
  endpointViewFor,
  eventTypeViews,
  namedEndpointView,
  namedEndpointViews,
} from "../../shared/views/callback-endpoint.ts";

/** The read that authenticates brings the merchant, and with it the endpoints. */
const get = endpoint(contract.getCallbackEndpoint, async ({ merchant: { callback }, at }) => {
  if (!callback) throw new Failure("not_found", "There is no callback endpoint yet. Create one with PUT.");
  return callbackEndpointView(callback, at);
});

const listTypes = consoleEndpoint(contract.listEventTypes, async () => eventTypeViews());

const list = consoleEndpoint(listCallbackEndpoints, async ({ merchant, session, at }) =>
  namedEndpointViews(merchant, at).map((view) => endpointViewFor(session, view)),
);

const getOne = consoleEndpoint(getOneCallbackEndpoint, async ({ merchant, parameter, session, at }) => {
  const id = parameter("id");
  return endpointViewFor(session, namedEndpointView(id, requireEndpoint(merchant, id), at));
});

export const handler = byRoute([
  [contract.getCallbackEndpoint, get],
  [contract.listEventTypes, listTypes],
  [listCallbackEndpoints, list],
  [getOneCallbackEndpoint, getOne],
]);
