import { callbackQueueConfig } from "../../shared/config.ts";
import { testCallbackEndpoint as operation } from "../../shared/contract/callback-endpoint.ts";
import { sendTestEvent } from "../../shared/flows/callbacks/send-test-event.ts";
import { consoleEndpoint } from "../../shared/lambda/console-endpoint.ts";

export const handler = consoleEndpoint(
  operation,
  async ({ merchant, change, traceId }) => ({
    eventId: await sendTestEvent(merchant, { ...change, traceId }),
  }),
  [callbackQueueConfig],
);
