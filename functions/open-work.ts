import {
  deadLetterConfig,
  processorConfig,
  queueConfig,
  reconciliationQueueConfig,
} from "../shared/config.ts";
import { processorSays } from "../shared/domain/failure.ts";
import { visit } from "../shared/flows/open-work/visit.ts";
import { inTurn } from "../shared/lambda/in-turn.ts";
import { newToken } from "../shared/lambda/token.ts";
import { parseVisit } from "../shared/queues/queue.ts";

export const handler = inTurn(
  "open-work",
  async ({ body }) => {
    await visit(parseVisit(body), { runId: newToken(), now: () => Date.now() });
  },
  {
    // Visits must not take the processor's rate from payments.
    stopsBatch: (error) => processorSays(error) === "slow_down",
    needs: [processorConfig, queueConfig, deadLetterConfig, reconciliationQueueConfig],
  },
);
