import type { AnswerTo } from "../../shared/contract/answer.ts";
import { setCallbackEndpoint as operation } from "../../shared/contract/callback-endpoint.ts";
import { setCallbackEndpoint } from "../../shared/flows/callbacks/change-endpoint.ts";
import { endpoint } from "../../shared/lambda/endpoint.ts";
import { callbackKeyConfig } from "../../shared/runtime/config.ts";
import { callbackEndpointView } from "../../shared/views/callback-endpoint.ts";

export const handler = endpoint(
  operation,
  async ({ merchant, change, body }): Promise<AnswerTo<typeof operation>> => {
    const saved = await setCallbackEndpoint(merchant, body, change);
    const view = callbackEndpointView(saved.endpoint, change.at);
    if (!saved.secret) return { outcome: "changed", body: view };
    return { outcome: "created", body: { ...view, secret: saved.secret } };
  },
  [callbackKeyConfig],
);
