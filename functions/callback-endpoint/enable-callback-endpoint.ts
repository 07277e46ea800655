import { randomBytes } from "node:crypto";
import { enableCallbackEndpoint as operation } from "../../shared/contract/callback-endpoint.ts";
import { enableCallbacks } from "../../shared/flows/callbacks/change-endpoint.ts";
import { endpoint } from "../../shared/lambda/endpoint.ts";
import { callbackEndpointView } from "../../shared/views/callback-endpoint.ts";

export const handler = endpoint(operation, async ({ merchant, keyId: actor, at }) => {
  const enabled = await enableCallbacks(merchant, { at, random: randomBytes, actor });
  return callbackEndpointView(enabled.endpoint, at);
});
