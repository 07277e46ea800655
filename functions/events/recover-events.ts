import { randomBytes } from "node:crypto";
import { recoveryQueueConfig } from "../../shared/config.ts";
import { recoverEvents as operation } from "../../shared/contract/events.ts";
import { isoTime } from "../../shared/domain/time.ts";
import { recoverEvents } from "../../shared/flows/callbacks/recover-events.ts";
import { endpoint } from "../../shared/lambda/endpoint.ts";

export const handler = endpoint(
  operation,
  async ({ merchant, keyId: actor, body: { since, until }, at }) => {
    const change = { at, random: randomBytes, actor };
    await recoverEvents(merchant, { sinceMs: since, untilMs: until }, change);
    return { since: isoTime(since), until: isoTime(until) };
  },
  [recoveryQueueConfig],
);
