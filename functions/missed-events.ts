import { reconciliationQueueConfig } from "../shared/config.ts";
import { askForMissedEvents } from "../shared/flows/reconciliation/ask-for-reconciliation.ts";
import { scheduled } from "../shared/lambda/schedule.ts";
import { count } from "../shared/metrics.ts";

export const handler = scheduled("missed-events", async () => {
  count("PullsAsked", await askForMissedEvents());
}, [reconciliationQueueConfig]);
