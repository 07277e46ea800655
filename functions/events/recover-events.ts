import { recoverEvents as operation } from "../../shared/contract/events.ts";
import { recoverEvents } from "../../shared/flows/callbacks/recover-events.ts";
import { consoleEndpoint } from "../../shared/lambda/console-endpoint.ts";
import { acceptedRecoveryView } from "../../shared/views/recovery.ts";

export const handler = consoleEndpoint(operation, async ({ merchant, change, body: { since, until } }) => {
  const { kind, work } = await recoverEvents(merchant, { sinceMs: since, untilMs: until }, change);
  return { outcome: kind, body: acceptedRecoveryView(work) };
});
