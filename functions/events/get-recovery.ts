import { getRecovery as operation } from "../../shared/contract/events.ts";
import { getRecovery } from "../../shared/flows/callbacks/recover-events.ts";
import { consoleEndpoint } from "../../shared/lambda/console-endpoint.ts";
import { recoveryView } from "../../shared/views/recovery.ts";

export const handler = consoleEndpoint(operation, async ({ merchant, parameter }) =>
  recoveryView(await getRecovery(merchant.merchantId, parameter("id"))),
);
