import { getCallbackHealth as operation } from "../../shared/contract/callback-endpoint.ts";
import { getOneCallbackHealth } from "../../shared/contract/callback-endpoints.ts";
import { requireEndpoint } from "../../shared/domain/events/callback-endpoint.ts";
import { Failure } from "../../shared/domain/failure.ts";
import { getCallbackHealth } from "../../shared/flows/callbacks/get-callback-health.ts";
import { byRoute } from "../../shared/lambda/by-route.ts";
import { consoleEndpoint } from "../../shared/lambda/console-endpoint.ts";
import { endpoint } from "../../shared/lambda/endpoint.ts";
import { callbackHealthView } from "../../shared/views/callback-endpoint.ts";

const get = endpoint(operation, async ({ merchant: { merchantId, callback }, at }) => {
  if (!callback) throw new Failure("not_found", "There is no callback endpoint yet.");
  return callbackHealthView(await getCallbackHealth(merchantId, at), at);
});

const getOne = consoleEndpoint(getOneCallbackHealth, async ({ merchant, parameter, at }) => {
  const id = parameter("id");
  requireEndpoint(merchant, id);
  return callbackHealthView(await getCallbackHealth(merchant.merchantId, at, id), at);
});

export const handler = byRoute([
  [operation, get],
  [getOneCallbackHealth, getOne],
]);
