import { randomBytes } from "node:crypto";
import { processorConfig, queueConfig } from "../../shared/config.ts";
import { redeliverEvent as operation } from "../../shared/contract/events.ts";
import { redeliverEvent } from "../../shared/flows/callbacks/redeliver-event.ts";
import { endpoint } from "../../shared/lambda/endpoint.ts";

export const handler = endpoint(
  operation,
  async ({ merchant, keyId: actor, parameter, body, at }) => {
    const eventId = parameter("id");
    await redeliverEvent(merchant, eventId, { ...body, at, random: randomBytes, actor });
    return { eventId };
  },
  [queueConfig, processorConfig],
);
