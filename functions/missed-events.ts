import { verifyAudits } from "../shared/flows/merchants/verify-audits.ts";
import { askForMissedEvents } from "../shared/flows/recovery/ask-for-reconciliation.ts";
import { scheduled } from "../shared/lambda/background.ts";
import { reconciliationQueueConfig } from "../shared/runtime/config.ts";
import { count } from "../shared/runtime/logger.ts";

/** The check of the audits uses what is left of each hour's run. This function's role writes no audit entries. */
export const handler = scheduled(
  "missed-events",
  async ({ now }) => {
    count("PullsAsked", await askForMissedEvents());
    await verifyAudits(now());
  },
  [reconciliationQueueConfig],
);
