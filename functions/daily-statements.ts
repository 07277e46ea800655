import { reconciliationQueueConfig } from "../shared/config.ts";
import { checkAudits } from "../shared/flows/merchants/verify-audit.ts";
import { askForPayouts, askForStatements } from "../shared/flows/reconciliation/ask-for-reconciliation.ts";
import { scheduled } from "../shared/lambda/schedule.ts";
import { count } from "../shared/metrics.ts";

export const handler = scheduled(
  "daily-statements",
  async ({ now }) => {
    count("StatementsAsked", await askForStatements(now()));
    await askForPayouts();
    await checkAudits();
  },
  [reconciliationQueueConfig],
);
