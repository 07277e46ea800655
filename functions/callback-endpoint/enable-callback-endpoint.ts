import { randomBytes } from "node:crypto";
import { enableCallbackEndpoint as operation } from "../../shared/contract/callback-endpoint.ts";
import { callbackEndpointView } from "../../shared/flows/callback-endpoint-view.ts";
import { enableCallbacks } from "../../shared/flows/enable-callbacks.ts";
import { endpoint } from "../../shared/lambda/endpoint.ts";

export const handler = endpoint(operation, async ({ merchant, keyId: actor, at }) => {
  const saved = await enableCallbacks(merchant, { at, random: randomBytes, actor });
  return { status: 200, body: callbackEndpointView(saved, at) };
});
