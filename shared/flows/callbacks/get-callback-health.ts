import {
  failingSince,
  HEALTH_WINDOW_MS,
  type HealthReport,
  hasAcceptedLately,
  judgeHealth,
  lastAcceptedAt,
  lastAttempted,
} from "../../domain/events/callback-health.ts";
import { MINUTE_MS } from "../../domain/time.ts";
import { countDead } from "../../ledger/dead-deliveries.ts";
import { listDeliveries } from "../../ledger/deliveries.ts";
import type { DeliveryRecord } from "../../ledger/events.ts";
import { warmMap } from "../../runtime/invocation.ts";

/**
 * What is open may have been received long ago: it was redelivered, recovered or held. So an endpoint's newest deliveries
 * are looked at, whatever their age. The dead are counted by an index of their own.
 */
const PAGE = 100;
const MAX_PAGES = 10;

type Receiver = { merchantId: string; endpointId: string };

export async function getCallbackHealth(receiver: Receiver, at: number): Promise<HealthReport> {
  const [{ looked, isCutOff }, dead] = await Promise.all([
    lookAtNewest(receiver.endpointId, () => false),
    countDead(receiver),
  ]);
  return {
    since: at - HEALTH_WINDOW_MS,
    lookedBackTo: (isCutOff && looked.at(-1)?.receivedAt) || null,
    lastEventId: lastAttempted(looked),
    ...judgeHealth(looked, { dead, at }),
  };
}

/**
 * By endpoint, where a full look was needed, which reads up to a thousand deliveries: a console asks again and again.
 * Without `since` it does not fail.
 */
const looks = /* @__PURE__ */ warmMap<string, { since: number | undefined; lookedAt: number }>(
  "failing endpoints",
);

const FAILING_REMEMBERED_MS = 10 * MINUTE_MS;
const WELL_REMEMBERED_MS = MINUTE_MS;

/**
 * undefined: the endpoint accepts events, or there were none. An endpoint in use says so with its first page. So does one
 * that was seen to fail within the last minutes, if it has accepted nothing there since: then it fails as before. One that is
 * seldom used is looked at once a minute.
 */
export async function findFailingSince(endpointId: string, at: number): Promise<number | undefined> {
  const last = looks().get(endpointId);
  const age = at - (last?.lookedAt ?? 0);
  if (last && last.since === undefined && age < WELL_REMEMBERED_MS) return undefined;
  const known = age < FAILING_REMEMBERED_MS ? last?.since : undefined;
  const failsAsBefore = (seen: DeliveryRecord[]) => known !== undefined && lastAcceptedAt(seen) < known;
  const { looked, isCutOff, pagesLooked } = await lookAtNewest(
    endpointId,
    (seen) => hasAcceptedLately(seen, at) || failsAsBefore(seen),
  );
  if (isCutOff && failsAsBefore(looked)) return known;
  const since = failingSince(looked, at);
  if (since === undefined && pagesLooked === 1) looks().delete(endpointId);
  else looks().set(endpointId, { since, lookedAt: at });
  return since;
}

type Looked = { looked: DeliveryRecord[]; isCutOff: boolean; pagesLooked: number };

async function lookAtNewest(
  endpointId: string,
  isEnough: (deliveries: DeliveryRecord[]) => boolean,
): Promise<Looked> {
  const looked: DeliveryRecord[] = [];
  let before: string | undefined;
  for (let pagesLooked = 1; pagesLooked <= MAX_PAGES; pagesLooked++) {
    const { items, next } = await listDeliveries({ endpointId, before }, PAGE);
    looked.push(...items);
    if (next === undefined) return { looked, isCutOff: false, pagesLooked };
    if (isEnough(looked)) return { looked, isCutOff: true, pagesLooked };
    before = next;
  }
  return { looked, isCutOff: true, pagesLooked: MAX_PAGES };
}
