import { testCallbackEndpoint as operation } from "../../shared/contract/callback-endpoint.ts";
import { testOneCallbackEndpoint } from "../../shared/contract/callback-endpoints.ts";
import { sendTestEvent } from "../../shared/flows/callbacks/send-test-event.ts";
import { byRoute } from "../../shared/lambda/by-route.ts";
import { consoleEndpoint } from "../../shared/lambda/console-endpoint.ts";
import { endpoint } from "../../shared/lambda/endpoint.ts";
import { callbackQueueConfig } from "../../shared/runtime/config.ts";

const test = endpoint(
  operation,
  async ({ merchant, change, traceId }) => ({
    eventId: await sendTestEvent(merchant, { ...change, traceId }),
  }),
  [callbackQueueConfig],
);

const testOne = consoleEndpoint(
  testOneCallbackEndpoint,
  async ({ merchant, change, traceId, parameter }) => ({
    eventId: await sendTestEvent(merchant, { ...change, traceId, endpointId: parameter("id") }),
  }),
  [callbackQueueConfig],
);

export const handler = byRoute([
  [operation, test],
  [testOneCallbackEndpoint, testOne],
]);
