import { randomUUID } from "node:crypto";
import { processorConfig, queueConfig } from "../shared/config.ts";
import { parseReconciliationJob } from "../shared/domain/reconciliation.ts";
import { pullMissedEvents } from "../shared/flows/open-work/pull-events.ts";
import { inTurn } from "../shared/lambda/in-turn.ts";

export const handler = inTurn(
  "reconciliation",
  async ({ body }) => {
    const job = parseReconciliationJob(body);
    const run = { now: () => Date.now(), traceId: randomUUID() };
    if (job.kind === "events") await pullMissedEvents(job, run);
  },
  { stopsBatch: () => false, keepsFailed: true, needs: [processorConfig, queueConfig] },
);
