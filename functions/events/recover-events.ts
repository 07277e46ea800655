import { randomBytes } from "node:crypto";
import { recoverEvents as operation } from "../../shared/contract/events.ts";
import { recoverEvents } from "../../shared/flows/callbacks/recover-events.ts";
import { endpoint } from "../../shared/lambda/endpoint.ts";
import { acceptedRecoveryView } from "../../shared/views/recovery.ts";

export const handler = endpoint(operation, async ({ merchant, keyId: actor, body: { since, until }, at }) => {
  const change = { at, random: randomBytes, actor };
  return acceptedRecoveryView(await recoverEvents(merchant, { sinceMs: since, untilMs: until }, change));
});
