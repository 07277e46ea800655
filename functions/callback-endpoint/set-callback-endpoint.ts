import { randomBytes } from "node:crypto";
import { callbackKeyConfig } from "../../shared/config.ts";
import { setCallbackEndpoint as operation } from "../../shared/contract/callback-endpoint.ts";
import { setCallbackUrl } from "../../shared/flows/callbacks/change-endpoint.ts";
import { endpoint } from "../../shared/lambda/endpoint.ts";
import { callbackEndpointView } from "../../shared/views/callback-endpoint.ts";

export const handler = endpoint(
  operation,
  async ({ merchant, keyId: actor, body, at }) => {
    const saved = await setCallbackUrl(merchant, body.url, { at, random: randomBytes, actor });
    const view = callbackEndpointView(saved.endpoint, at);
    if (!saved.secret) return { status: 200, body: view };
    return { status: 201, body: { ...view, secret: saved.secret } };
  },
  [callbackKeyConfig],
);
