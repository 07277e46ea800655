import { randomBytes } from "node:crypto";
import { queueConfig } from "../../shared/config.ts";
import { testCallbackEndpoint as operation } from "../../shared/contract/callback-endpoint.ts";
import { sendTestEvent } from "../../shared/flows/callbacks/send-test-event.ts";
import { endpoint } from "../../shared/lambda/endpoint.ts";

export const handler = endpoint(
  operation,
  async ({ merchant, keyId: actor, at, traceId }) => ({
    eventId: await sendTestEvent(merchant, { at, traceId, random: randomBytes, actor }),
  }),
  [queueConfig],
);
