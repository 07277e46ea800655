import { queueConfig } from "../../shared/config.ts";
import { redeliverEvent as operation } from "../../shared/contract/events.ts";
import { requestRedelivery } from "../../shared/flows/callbacks/request-redelivery.ts";
import { endpoint } from "../../shared/lambda/endpoint.ts";

export const handler = endpoint(
  operation,
  async ({ merchant, parameter, body, at }) => {
    const eventId = parameter("id");
    await requestRedelivery(merchant, eventId, { ...body, at });
    return { eventId };
  },
  [queueConfig],
);
