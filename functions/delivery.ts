import { parseCallback } from "../shared/domain/events/callback-delivery.ts";
import { deliverEvent } from "../shared/flows/callbacks/deliver-event.ts";
import { handleAtOnce } from "../shared/lambda/background.ts";
import { hideCallback } from "../shared/queues/queue.ts";
import {
  callbackKeyConfig,
  callbackQueueConfig,
  deadLetterConfig,
  senderConfig,
} from "../shared/runtime/config.ts";
import { newToken, signatureSeconds } from "../shared/runtime/invocation.ts";

/** A message that is to come back is hidden until its time and then kept, by counting as failed. */
export const handler = handleAtOnce(
  "delivery",
  async ({ body, receiptHandle }) => {
    const outcome = await deliverEvent(parseCallback(body), {
      now: Date.now,
      signatureSeconds,
      jitter: 2 * Math.random() - 1,
      token: newToken(),
    });
    if (outcome.kind === "done") return "delete";
    await hideCallback(receiptHandle, outcome.seconds);
    return "keep";
  },
  [callbackQueueConfig, deadLetterConfig, callbackKeyConfig, senderConfig],
);
