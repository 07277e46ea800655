import { redeliverEvent as operation } from "../../shared/contract/events.ts";
import { redeliverEvent } from "../../shared/flows/callbacks/redeliver-event.ts";
import { consoleEndpoint } from "../../shared/lambda/console-endpoint.ts";
import { callbackQueueConfig } from "../../shared/runtime/config.ts";

export const handler = consoleEndpoint(
  operation,
  async ({ merchant, change, parameter, body }) => {
    const eventId = parameter("id");
    await redeliverEvent(merchant, eventId, { ...body, ...change });
    return { eventId };
  },
  [callbackQueueConfig],
);
