import { FIRST_ENDPOINT_ID } from "../../domain/events/callback-endpoint.ts";
import {
  failingSince,
  HEALTH_WINDOW_MS,
  type HealthReport,
  hasAcceptedLately,
  judgeHealth,
  lastAcceptedAt,
} from "../../domain/events/callback-health.ts";
import { MINUTE_MS } from "../../domain/time.ts";
import { countDeadEvents } from "../../ledger/dead-events.ts";
import { findDeliveriesTo } from "../../ledger/deliveries.ts";
import { listEvents } from "../../ledger/event-lists.ts";
import type { CallbackRecord, EventRecord } from "../../ledger/event-record.ts";
import { warmMap } from "../../warm-memory.ts";

/**
 * What is open may have been received long ago: it was redelivered, recovered or held. No index knows it, so a merchant's
 * newest events are looked at, whatever their age. The dead are counted by an index of their own.
 */
const PAGE = 100;
const MAX_PAGES = 10;

export async function getCallbackHealth(
  merchantId: string,
  at: number,
  endpointId: string = FIRST_ENDPOINT_ID,
): Promise<HealthReport> {
  const [{ events, oldest, isCutOff }, dead] = await Promise.all([
    lookAtNewest({ merchantId, endpointId }, () => false),
    countDeadEvents({ merchantId, endpointId }),
  ]);
  return {
    since: at - HEALTH_WINDOW_MS,
    lookedBackTo: isCutOff && oldest ? oldest.receivedAt : null,
    ...judgeHealth(events, { dead, at }),
  };
}

/** By merchant and endpoint, of endpoints that fail: a console asks again and again, and each full look reads up to a thousand events. */
const failing = /* @__PURE__ */ warmMap<string, { since: number; lookedAt: number }>("failing endpoints");

const REMEMBERED_MS = 10 * MINUTE_MS;

/**
 * undefined: the endpoint accepts events, or there were none. An endpoint in use says so with its first page. So does one
 * that was seen to fail within the last minutes, if it has accepted nothing there since: then it fails as before.
 */
export async function findFailingSince(
  merchantId: string,
  at: number,
  endpointId: string = FIRST_ENDPOINT_ID,
): Promise<number | undefined> {
  const name = `${merchantId}/${endpointId}`;
  const last = failing().get(name);
  const known = last && at - last.lookedAt < REMEMBERED_MS ? last.since : undefined;
  const failsAsBefore = (looked: CallbackRecord[]) => known !== undefined && lastAcceptedAt(looked) < known;
  const { events, isCutOff } = await lookAtNewest(
    { merchantId, endpointId },
    (looked) => hasAcceptedLately(looked, at) || failsAsBefore(looked),
  );
  if (isCutOff && failsAsBefore(events)) return known;
  const since = failingSince(events, at);
  if (since === undefined) failing().delete(name);
  else failing().set(name, { since, lookedAt: at });
  return since;
}

type Looked = { events: CallbackRecord[]; oldest: EventRecord | undefined; isCutOff: boolean };

async function lookAtNewest(
  { merchantId, endpointId }: { merchantId: string; endpointId: string },
  isEnough: (events: CallbackRecord[]) => boolean,
): Promise<Looked> {
  const events: CallbackRecord[] = [];
  let oldest: EventRecord | undefined;
  for (let page = 0; page < MAX_PAGES; page++) {
    const { items, hasMore } = await listEvents(merchantId, { limit: PAGE, after: oldest });
    oldest = items.at(-1) ?? oldest;
    events.push(...(endpointId === FIRST_ENDPOINT_ID ? items : await findDeliveriesTo(endpointId, items)));
    if (!hasMore || items.length === 0) return { events, oldest, isCutOff: false };
    if (isEnough(events)) break;
  }
  return { events, oldest, isCutOff: true };
}
