import { randomUUID } from "node:crypto";
import { processorConfig, queueConfig } from "../shared/config.ts";
import { parseReconciliationJob } from "../shared/domain/reconciliation.ts";
import { getMerchant } from "../shared/flows/merchants/get-merchant.ts";
import { pullMissedEvents } from "../shared/flows/open-work/pull-events.ts";
import { resumeStatement } from "../shared/flows/statements/make-statement.ts";
import { inTurn } from "../shared/lambda/in-turn.ts";

export const handler = inTurn(
  "reconciliation",
  async ({ body }) => {
    const job = parseReconciliationJob(body);
    const run = { now: () => Date.now(), traceId: randomUUID() };
    if (job.kind === "events") await pullMissedEvents(job, run);
    else await resumeStatement(await getMerchant(job.merchantId), job.date, run);
  },
  { stopsBatch: () => false, keepsFailed: true, needs: [processorConfig, queueConfig] },
);
