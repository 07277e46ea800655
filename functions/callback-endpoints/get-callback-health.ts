import { getCallbackHealth as operation } from "../../shared/contract/callback-endpoints.ts";
import { requireEndpoint } from "../../shared/domain/events/callback-endpoint.ts";
import { getCallbackHealth } from "../../shared/flows/callbacks/get-callback-health.ts";
import { consoleEndpoint } from "../../shared/lambda/console-endpoint.ts";
import { callbackHealthView } from "../../shared/views/callback-endpoint.ts";

export const handler = consoleEndpoint(operation, async ({ merchant, parameter, at }) => {
  const { endpointId } = requireEndpoint(merchant, parameter("id"));
  const { merchantId } = merchant;
  return callbackHealthView(await getCallbackHealth({ merchantId, endpointId }, at), at);
});
