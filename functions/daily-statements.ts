import { askForPayouts, askForStatements } from "../shared/flows/recovery/ask-for-reconciliation.ts";
import { scheduled } from "../shared/lambda/background.ts";
import { reconciliationQueueConfig } from "../shared/runtime/config.ts";
import { count } from "../shared/runtime/logger.ts";

export const handler = scheduled(
  "daily-statements",
  async ({ now }) => {
    count("StatementsAsked", await askForStatements(now()));
    await askForPayouts();
  },
  [reconciliationQueueConfig],
);
