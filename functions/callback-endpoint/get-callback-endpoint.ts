import * as contract from "../../shared/contract/callback-endpoint.ts";
import { Failure } from "../../shared/domain/failure.ts";
import { byRoute } from "../../shared/lambda/by-route.ts";
import { consoleEndpoint } from "../../shared/lambda/console-endpoint.ts";
import {
  callbackEndpointView,
  endpointViewFor,
  eventTypeViews,
} from "../../shared/views/callback-endpoint.ts";

/** The read that authenticates brings the merchant, and with it the endpoint. */
const get = consoleEndpoint(contract.getCallbackEndpoint, async ({ merchant: { callback }, session, at }) => {
  if (!callback) throw new Failure("not_found", "There is no callback endpoint yet. Create one with PUT.");
  return endpointViewFor(session, callbackEndpointView(callback, at));
});

const listTypes = consoleEndpoint(contract.listEventTypes, async () => eventTypeViews());

export const handler = byRoute([
  [contract.getCallbackEndpoint, get],
  [contract.listEventTypes, listTypes],
]);
