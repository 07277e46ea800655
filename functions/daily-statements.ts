import { reconciliationQueueConfig } from "../shared/config.ts";
import { lastClosedDates } from "../shared/domain/day.ts";
import { askForStatements } from "../shared/flows/open-work/ask-for-reconciliation.ts";
import { scheduled } from "../shared/lambda/schedule.ts";

export const handler = scheduled(
  "daily-statements",
  async ({ now }) => {
    await askForStatements(lastClosedDates(now()));
  },
  [reconciliationQueueConfig],
);
