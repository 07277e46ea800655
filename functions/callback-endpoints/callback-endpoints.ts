import * as contract from "../../shared/contract/callback-endpoints.ts";
import * as flows from "../../shared/flows/callbacks/change-endpoint.ts";
import { consoleEndpoint } from "../../shared/lambda/console-endpoint.ts";
import { byRoute } from "../../shared/lambda/serve.ts";
import { callbackKeyConfig } from "../../shared/runtime/config.ts";
import { callbackEndpointView } from "../../shared/views/callback-endpoint.ts";

const create = consoleEndpoint(
  contract.createCallbackEndpoint,
  async ({ merchant, body, change }) => {
    const { endpoint, secret } = await flows.createCallbackEndpoint(merchant, body, change);
    return { ...callbackEndpointView(endpoint, change.at), secret };
  },
  [callbackKeyConfig],
);

const update = consoleEndpoint(
  contract.updateCallbackEndpoint,
  async ({ merchant, parameter, body, change }) => {
    const updated = await flows.updateCallbackEndpoint(merchant, parameter("id"), body, change);
    return callbackEndpointView(updated, change.at);
  },
);

const remove = consoleEndpoint(contract.deleteCallbackEndpoint, async ({ merchant, parameter, change }) => {
  const id = parameter("id");
  await flows.deleteCallbackEndpoint(merchant, id, change);
  return { id };
});

export const handler = byRoute([
  [contract.createCallbackEndpoint, create],
  [contract.updateCallbackEndpoint, update],
  [contract.deleteCallbackEndpoint, remove],
]);
