import { recoverEvents as operation } from "../../shared/contract/events.ts";
import { ALL_DEAD } from "../../shared/domain/events/recovery.ts";
import { recoverEvents } from "../../shared/flows/callbacks/recover-events.ts";
import { consoleEndpoint } from "../../shared/lambda/console-endpoint.ts";
import { acceptedRecoveryView } from "../../shared/views/recovery.ts";

export const handler = consoleEndpoint(operation, async ({ merchant, change, body }) => {
  const { since, until, by, endpointId } = body;
  const window =
    since === undefined || until === undefined ? ALL_DEAD : { sinceMs: since, untilMs: until, by };
  const { kind, work } = await recoverEvents(merchant, { ...window, endpointId }, change);
  return { outcome: kind, body: acceptedRecoveryView(work) };
});
