import { randomUUID } from "node:crypto";
import { processorConfig, queueConfig, reconciliationQueueConfig } from "../shared/config.ts";
import { parseReconciliationJob } from "../shared/domain/finance/reconciliation.ts";
import { getMerchant } from "../shared/flows/get-merchant.ts";
import { resumeStatement } from "../shared/flows/reconciliation/make-statement.ts";
import { pullMissedEvents } from "../shared/flows/reconciliation/pull-events.ts";
import { batch } from "../shared/lambda/batch.ts";
import { hideReconciliation } from "../shared/queues/queue.ts";

const AT_ONCE_SECONDS = 1;

/** A job that failed waits until its message comes back; a statement that was put aside goes on at once. */
export const handler = batch(
  "reconciliation",
  async ({ body, receiptHandle }) => {
    const job = parseReconciliationJob(body);
    const run = { now: () => Date.now(), traceId: randomUUID() };
    if (job.kind === "events") {
      await pullMissedEvents(job, run);
      return "delete";
    }
    const { kind } = await resumeStatement(await getMerchant(job.merchantId), job.date, run);
    if (kind !== "put_aside") return "delete";
    await hideReconciliation(receiptHandle, AT_ONCE_SECONDS);
    return "keep";
  },
  [processorConfig, queueConfig, reconciliationQueueConfig],
);
