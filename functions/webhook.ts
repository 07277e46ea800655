import { receiveEvent } from "../shared/flows/receive-event.ts";
import { webhookEndpoint } from "../shared/lambda/webhook-endpoint.ts";

export const handler = webhookEndpoint(async (incoming) => ({
  status: 200,
  body: await receiveEvent(incoming),
}));
