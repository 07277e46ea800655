import { randomBytes } from "node:crypto";
import { disableCallbackEndpoint as operation } from "../../shared/contract/callback-endpoint.ts";
import { disableCallbacks } from "../../shared/flows/callbacks/change-endpoint.ts";
import { endpoint } from "../../shared/lambda/endpoint.ts";
import { callbackEndpointView } from "../../shared/views/callback-endpoint.ts";

export const handler = endpoint(operation, async ({ merchant, keyId: actor, at }) => {
  const disabled = await disableCallbacks(merchant, { at, random: randomBytes, actor });
  return callbackEndpointView(disabled.endpoint, at);
});
