import { CallbackReceiver } from "../support/callback-receiver.ts";
import { LocalService } from "../support/local-service.ts";
import { type Bench, columns, hold, percentile } from "./report.ts";
import { succeededEvent } from "./succeeded-event.ts";

const EVENTS = 30;
const BUDGET_MS = 250;

export const callbackLatency: Bench = { title: "an event in → its callback received", measure };

/** One event at a time: from the webhook's request to the merchant's server. */
async function measure(): Promise<string[]> {
  const service = await LocalService.start({ muted: true, wireless: true });
  const receiver = await CallbackReceiver.start();
  await service.pointCallbacks(receiver.url);
  const times: number[] = [];
  for (let index = 0; index < EVENTS; index++) {
    const event = await succeededEvent(service, service.api, service.accountId);
    const startedAt = performance.now();
    await service.webhook(event);
    await receiver.until(index + 1);
    times.push(performance.now() - startedAt);
  }
  await service.stop();
  receiver.stop();
  const p50 = Math.round(percentile(times, 0.5));
  const p95 = Math.round(percentile(times, 0.95));
  return columns({ p50: `${p50} ms (${hold(p50, BUDGET_MS)})`, p95: `${p95} ms` });
}
