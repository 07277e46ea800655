import {
  failingSince,
  HEALTH_WINDOW_MS,
  type HealthReport,
  hasAcceptedLately,
  judgeHealth,
} from "../../domain/events/callback-health.ts";
import { countDeadEvents } from "../../ledger/dead-events.ts";
import { listEvents } from "../../ledger/event-lists.ts";
import type { EventRecord } from "../../ledger/event-record.ts";

/**
 * What is open may have been received long ago: it was redelivered, recovered or held. No index knows it, so a merchant's
 * newest events are looked at, whatever their age. The dead are counted by an index of their own.
 */
const PAGE = 100;
const MAX_PAGES = 10;

export async function getCallbackHealth(merchantId: string, at: number): Promise<HealthReport> {
  const [{ events, isCutOff }, dead] = await Promise.all([
    lookAtNewest(merchantId, () => false),
    countDeadEvents({ merchantId }),
  ]);
  const oldest = events.at(-1);
  return {
    since: at - HEALTH_WINDOW_MS,
    lookedBackTo: isCutOff && oldest ? oldest.receivedAt : null,
    ...judgeHealth(events, { dead, at }),
  };
}

/** undefined: the endpoint accepts events, or there were none. An endpoint in use says so with its first page. */
export async function findFailingSince(merchantId: string, at: number): Promise<number | undefined> {
  const { events } = await lookAtNewest(merchantId, (looked) => hasAcceptedLately(looked, at));
  return failingSince(events, at);
}

async function lookAtNewest(
  merchantId: string,
  isEnough: (events: EventRecord[]) => boolean,
): Promise<{ events: EventRecord[]; isCutOff: boolean }> {
  const events: EventRecord[] = [];
  for (let page = 0; page < MAX_PAGES; page++) {
    const { items, hasMore } = await listEvents(merchantId, { limit: PAGE, after: events.at(-1) });
    events.push(...items);
    if (!hasMore || items.length === 0) return { events, isCutOff: false };
    if (isEnough(events)) break;
  }
  return { events, isCutOff: true };
}
