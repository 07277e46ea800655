import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { MAX_ENDPOINTS } from "../../shared/domain/events/callback-endpoint.ts";
import { CallbackReceiver } from "../support/callback-receiver.ts";
import { newEventId } from "../support/events.ts";
import { LocalService } from "../support/local-service.ts";
import { merchantIdOf } from "../support/onboarding.ts";
import { type Bench, columns, hold, percentile } from "./report.ts";
import { succeededEvent } from "./succeeded-event.ts";

const SECONDS = 40;
const EVENTS_PER_SECOND = 6;
/** Until the first posts have timed out nobody knows that these endpoints hang. */
const FIRST_SECONDS = 12;
const BUDGET_MS = 1000;

export const hangingEndpoints: Bench = {
  title: "one merchant's five endpoints hang; another merchant's callbacks",
  takesMinutes: true,
  measure,
};

/** Six events a second for five endpoints that never answer, and beside each of them one event for a merchant that does. */
async function measure(): Promise<string[]> {
  const service = await LocalService.start({ muted: true, wireless: true });
  const hanging = await Promise.all(Array.from({ length: MAX_ENDPOINTS }, () => CallbackReceiver.start()));
  for (const [nth, receiver] of hanging.entries()) {
    receiver.behave = () => {};
    if (nth === 0) await service.pointCallbacks(receiver.url);
    else await service.api.call("POST", "/v1/callback-endpoints", { url: receiver.url });
  }
  const other = await service.otherMerchant();
  const healthy = await CallbackReceiver.start();
  const created = await other.create({ amountCents: 1000 }, randomUUID());
  await service.pointCallbacks(healthy.url, merchantIdOf(other));
  // One payment each, told again and again under new ids: a merchant may not create so many at once.
  const accountId = String(created.json.connectedAccountId);
  const slowEvent = await succeededEvent(service, service.api, service.accountId);
  const fastEvent = await succeededEvent(service, other, accountId);
  const pairs = Array.from(
    { length: SECONDS * EVENTS_PER_SECOND },
    () =>
      [
        { ...slowEvent, id: newEventId() },
        { ...fastEvent, id: newEventId() },
      ] as const,
  );
  const sentAt = new Map<string, number>();
  const startedAt = Date.now();
  for (const [nth, [slow, fast]] of pairs.entries()) {
    await wait(Math.max(0, startedAt + (nth * 1000) / EVENTS_PER_SECOND - Date.now()));
    sentAt.set(fast.id, Date.now());
    await Promise.all([service.webhook(slow), service.webhook(fast)]);
  }
  await healthy.until(pairs.length, undefined, 60_000);
  const times = (from: number) =>
    healthy.received
      .filter(({ eventId }) => (sentAt.get(eventId) ?? 0) >= from)
      .map(({ eventId, at }) => at - (sentAt.get(eventId) ?? 0));
  const later = percentile(times(startedAt + FIRST_SECONDS * 1000), 0.95);
  const first = percentile(times(0), 0.95);
  const posts = hanging.reduce((sum, { received }) => sum + received.length, 0);
  for (const receiver of [...hanging, healthy]) receiver.stop();
  await service.stop();
  return columns({
    [`p95 after the first ${FIRST_SECONDS} s`]: `${later} ms (${hold(later, BUDGET_MS)})`,
    "p95 of all": `${first} ms`,
    "posts to the endpoints that hang": `${posts} for ${pairs.length * hanging.length} deliveries`,
  });
}
