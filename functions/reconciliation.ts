import { randomUUID } from "node:crypto";
import { parseReconciliationJob } from "../shared/domain/finance/reconciliation.ts";
import { pullMissedEvents } from "../shared/flows/missed-events/pull-events.ts";
import { composePayout } from "../shared/flows/payout-lines/compose-payout.ts";
import { followDaily } from "../shared/flows/payout-lines/follow-payouts.ts";
import { resumeStatement } from "../shared/flows/statements/make-statement.ts";
import { handleAtOnce } from "../shared/lambda/background.ts";
import { getMerchant } from "../shared/ledger/merchants.ts";
import { hideReconciliation } from "../shared/queues/queue.ts";
import { callbackQueueConfig, processorConfig, reconciliationQueueConfig } from "../shared/runtime/config.ts";

const AT_ONCE_SECONDS = 1;
/** What a processor that does not answer is given; after sixteen of them a person is called. */
const PROCESSOR_DOWN_SECONDS = 15 * 60;

/**
 * A job that failed comes back with its message, and so does a pull that the processor has cut short or that has run out of
 * time. What else was put aside is on the due list, which hands it to the next run.
 */
export const handler = handleAtOnce(
  "reconciliation",
  async ({ body, receiptHandle }) => {
    const job = parseReconciliationJob(body);
    const run = { now: Date.now, traceId: randomUUID() };
    if (job.kind === "events") {
      const { end } = await pullMissedEvents(job, run);
      if (end === "processor_down") return keepFor(receiptHandle, PROCESSOR_DOWN_SECONDS);
      return end === "out_of_time" ? keepFor(receiptHandle, AT_ONCE_SECONDS) : "delete";
    }
    const merchant = await getMerchant(job.merchantId);
    if (job.kind === "payouts") await followDaily(merchant, job.accountId, run);
    if (job.kind === "payout") await composePayout(merchant, job.payoutId, run);
    if (job.kind === "statement") await resumeStatement(merchant, job.date, run);
    return "delete";
  },
  [processorConfig, callbackQueueConfig, reconciliationQueueConfig],
);

const keepFor = (receiptHandle: string, seconds: number): Promise<"keep"> =>
  hideReconciliation(receiptHandle, seconds).then(() => "keep");
