import { receiveEvent } from "../shared/flows/webhook/receive-event.ts";
import { webhookEndpoint } from "../shared/lambda/webhook-endpoint.ts";
import {
  callbackQueueConfig,
  openWorkQueueConfig,
  processorConfig,
  webhookConfig,
} from "../shared/runtime/config.ts";

export const handler = webhookEndpoint(receiveEvent, [
  processorConfig,
  webhookConfig,
  callbackQueueConfig,
  openWorkQueueConfig,
]);
