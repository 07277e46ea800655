import { processorSays } from "../shared/domain/failure.ts";
import { parseVisit, visit } from "../shared/flows/recovery/visit.ts";
import { handleOneByOne } from "../shared/lambda/background.ts";
import { hideVisit } from "../shared/queues/queue.ts";
import {
  callbackQueueConfig,
  deadLetterConfig,
  openWorkQueueConfig,
  processorConfig,
  reconciliationQueueConfig,
} from "../shared/runtime/config.ts";
import { newToken } from "../shared/runtime/invocation.ts";

export const handler = handleOneByOne(
  "open-work",
  async ({ body }) => {
    await visit(parseVisit(body), { runId: newToken(), now: Date.now });
  },
  {
    // Visits must not take the processor's rate from payments.
    stopsBatch: (error) => processorSays(error) === "slow_down",
    hide: hideVisit,
    needs: [
      processorConfig,
      callbackQueueConfig,
      deadLetterConfig,
      openWorkQueueConfig,
      reconciliationQueueConfig,
    ],
  },
);
