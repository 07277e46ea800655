import { recoverEvents as operation } from "../../shared/contract/events.ts";
import { isoTime } from "../../shared/domain/time.ts";
import { enabledCallbackOf } from "../../shared/flows/merchant-callback.ts";
import { startRecovery } from "../../shared/flows/start-recovery.ts";
import { endpoint } from "../../shared/lambda/endpoint.ts";

export const handler = endpoint(operation, async ({ merchant, body: { since, until } }) => {
  enabledCallbackOf(merchant);
  await startRecovery(merchant.merchantId, { sinceMs: since, untilMs: until });
  return { status: 202, body: { since: isoTime(since), until: isoTime(until) } };
});
