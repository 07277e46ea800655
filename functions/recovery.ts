import { queueConfig, recoveryQueueConfig } from "../shared/config.ts";
import { parseRecoveryJob } from "../shared/domain/recovery.ts";
import { runRecovery } from "../shared/flows/callbacks/recover-events.ts";
import { batch } from "../shared/lambda/batch.ts";

/** A job that fails comes back whole; the pages that were done already cost a look and send nothing. */
export const handler = batch(
  "recovery",
  async ({ body }) => {
    await runRecovery(parseRecoveryJob(body), () => Date.now());
    return "delete";
  },
  [queueConfig, recoveryQueueConfig],
);
