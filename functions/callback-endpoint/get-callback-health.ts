import { getCallbackHealth as operation } from "../../shared/contract/callback-endpoint.ts";
import { Failure } from "../../shared/domain/failure.ts";
import { getCallbackHealth } from "../../shared/flows/callbacks/get-callback-health.ts";
import { consoleEndpoint } from "../../shared/lambda/console-endpoint.ts";
import { callbackHealthView } from "../../shared/views/callback-endpoint.ts";

export const handler = consoleEndpoint(operation, async ({ merchant: { merchantId, callback }, at }) => {
  if (!callback) throw new Failure("not_found", "There is no callback endpoint yet.");
  return callbackHealthView(await getCallbackHealth(merchantId, at), at);
});
