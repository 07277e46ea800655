import { type CallbackHealth, judgeHealth } from "../../domain/events/callback-health.ts";
import { DAY_MS } from "../../domain/time.ts";
import { listEventsInWindow } from "../../ledger/event-lists.ts";

const WINDOW_MS = DAY_MS;

/** More events than this in a day are cut off at the oldest: the question is how the endpoint fares now. */
const MAX_EVENTS = 200;

/** How a merchant's endpoint fares, in one query, and since when the events were received that were looked at. */
export async function getCallbackHealth(
  merchantId: string,
  at: number,
): Promise<CallbackHealth & { since: number }> {
  // The instance that recorded an event may have a clock ahead of this one's.
  const window = { merchantId, sinceMs: at - WINDOW_MS, untilMs: at + WINDOW_MS };
  const { items, next } = await listEventsInWindow(window, MAX_EVENTS);
  const oldest = items.at(-1);
  return { since: next && oldest ? oldest.receivedAt : window.sinceMs, ...judgeHealth(items) };
}
