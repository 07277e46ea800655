import { testCallbackEndpoint as operation } from "../../shared/contract/callback-endpoints.ts";
import { sendTestEvent } from "../../shared/flows/callbacks/send-test-event.ts";
import { consoleEndpoint } from "../../shared/lambda/console-endpoint.ts";
import { callbackQueueConfig } from "../../shared/runtime/config.ts";

export const handler = consoleEndpoint(
  operation,
  async ({ merchant, change, traceId, parameter }) => ({
    eventId: await sendTestEvent(merchant, parameter("id"), { ...change, traceId }),
  }),
  [callbackQueueConfig],
);
