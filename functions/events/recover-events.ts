import { recoveryQueueConfig } from "../../shared/config.ts";
import { recoverEvents as operation } from "../../shared/contract/events.ts";
import { requireEnabledCallback } from "../../shared/domain/callback-endpoint.ts";
import { isoTime } from "../../shared/domain/time.ts";
import { startRecovery } from "../../shared/flows/callbacks/start-recovery.ts";
import { endpoint } from "../../shared/lambda/endpoint.ts";

export const handler = endpoint(
  operation,
  async ({ merchant, body: { since, until } }) => {
    requireEnabledCallback(merchant);
    await startRecovery(merchant.merchantId, { sinceMs: since, untilMs: until });
    return { since: isoTime(since), until: isoTime(until) };
  },
  [recoveryQueueConfig],
);
