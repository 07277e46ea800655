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
import { warmMap } from "../../runtime/warm-memory.ts";

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
    lookAtNewest(eventPagesOf(merchantId), endpointId, () => false),
    countDeadEvents({ merchantId, endpointId }),
  ]);
  return {
    since: at - HEALTH_WINDOW_MS,
    lookedBackTo: isCutOff && oldest ? oldest.receivedAt : null,
    ...judgeHealth(events, { dead, at }),
  };
}

/**
 * By merchant and endpoint, where a full look was needed, which reads up to a thousand events: a console asks again and
 * again. Without `since` it does not fail.
 */
const looks = /* @__PURE__ */ warmMap<string, { since: number | undefined; lookedAt: number }>(
  "failing endpoints",
);

const FAILING_REMEMBERED_MS = 10 * MINUTE_MS;
const WELL_REMEMBERED_MS = MINUTE_MS;

/**
 * undefined: the endpoint accepts events, or there were none. An endpoint in use says so with its first page. So does one
 * that was seen to fail within the last minutes, if it has accepted nothing there since: then it fails as before. One that is
 * seldom used is looked at once a minute. `pages`: the merchant's, shared by its endpoints.
 */
export async function findFailingSince(
  merchantId: string,
  at: number,
  { endpointId = FIRST_ENDPOINT_ID, pages = eventPagesOf(merchantId) }: EndpointLook = {},
): Promise<number | undefined> {
  const name = `${merchantId}/${endpointId}`;
  const last = looks().get(name);
  const age = at - (last?.lookedAt ?? 0);
  if (last && last.since === undefined && age < WELL_REMEMBERED_MS) return undefined;
  const known = age < FAILING_REMEMBERED_MS ? last?.since : undefined;
  const failsAsBefore = (looked: CallbackRecord[]) => known !== undefined && lastAcceptedAt(looked) < known;
  const { events, isCutOff, pagesLooked } = await lookAtNewest(
    pages,
    endpointId,
    (looked) => hasAcceptedLately(looked, at) || failsAsBefore(looked),
  );
  if (isCutOff && failsAsBefore(events)) return known;
  const since = failingSince(events, at);
  if (since === undefined && pagesLooked === 1) looks().delete(name);
  else looks().set(name, { since, lookedAt: at });
  return since;
}

type EndpointLook = { endpointId?: string; pages?: EventPages };

/** A merchant's newest events, page by page. Each page is listed once, whoever asks for it. */
export type EventPages = (nth: number) => ReturnType<typeof listEvents>;

export function eventPagesOf(merchantId: string): EventPages {
  const listed: ReturnType<typeof listEvents>[] = [];
  const list = async (nth: number) => {
    const after = nth > 0 ? (await page(nth - 1)).items.at(-1) : undefined;
    return listEvents(merchantId, { limit: PAGE, after });
  };
  const page: EventPages = (nth) => {
    listed[nth] ??= list(nth);
    return listed[nth];
  };
  return page;
}

type Looked = {
  events: CallbackRecord[];
  oldest: EventRecord | undefined;
  isCutOff: boolean;
  pagesLooked: number;
};

async function lookAtNewest(
  pages: EventPages,
  endpointId: string,
  isEnough: (events: CallbackRecord[]) => boolean,
): Promise<Looked> {
  const events: CallbackRecord[] = [];
  let oldest: EventRecord | undefined;
  let pagesLooked = 0;
  while (pagesLooked < MAX_PAGES) {
    const { items, hasMore } = await pages(pagesLooked++);
    oldest = items.at(-1) ?? oldest;
    events.push(...(endpointId === FIRST_ENDPOINT_ID ? items : await findDeliveriesTo(endpointId, items)));
    if (!hasMore || items.length === 0) return { events, oldest, isCutOff: false, pagesLooked };
    if (isEnough(events)) break;
  }
  return { events, oldest, isCutOff: true, pagesLooked };
}
