import { FIRST_ENDPOINT_ID, findEndpoint } from "../../domain/events/callback-endpoint.ts";
import { REDELIVERY_GAP_MS } from "../../domain/events/callback-schedule.ts";
import { isNotEnqueued } from "../../domain/events/event.ts";
import { ENABLED_BY_THEN_MS, type EventsProgress, STATES_OF } from "../../domain/events/recovery.ts";
import { listDeadInWindow } from "../../ledger/dead-events.ts";
import { findDeliveriesTo } from "../../ledger/deliveries.ts";
import { findEvents, listEventsInWindow } from "../../ledger/event-lists.ts";
import type { CallbackRecord } from "../../ledger/event-record.ts";
import { holdEvent } from "../../ledger/events.ts";
import type { EventsWork } from "../../ledger/events-work.ts";
import { findMerchant } from "../../ledger/merchants.ts";
import { isEnabled } from "../deliveries/start-delivery.ts";
import { countOf, scheduleRedeliveries } from "../events/schedule-redeliveries.ts";
import { type LongWorkEnd, runLongWork } from "../run-long-work.ts";

/*
 * Long work on many of a merchant's events, newest first, page by page: a recovery, what enabling an endpoint releases,
 * what disabling it holds. See flows/run-long-work.ts; each page is a slice of its own.
 *
 * An event's new delivery round is on the due list, at a time that keeps to the pace. What is due within a minute gets its
 * message from here, the rest from the sweep. A page that is done again finds what it has begun on its way already, and
 * leaves it alone.
 */

const PAGE = 100;

/** One visit's share: far below the life of its function, which has other visits to make. */
const RUN_MS = 10_000;

export function workOnEvents(
  begun: EventsWork,
  { runId, now }: { runId: string; now: () => number },
): Promise<LongWorkEnd<EventsProgress>> {
  let endsAt = now() + RUN_MS;
  let { progress } = begun;
  async function* pages(): AsyncGenerator<void, void> {
    for (let isLeft = begun.state === "running"; isLeft; ) {
      const page = await workOnPage(begun, progress, now());
      if (page === "too_early") {
        endsAt = 0;
        yield;
        continue;
      }
      progress = withPage(progress, page);
      isLeft = page.before !== undefined || hasNextEndpoint(progress);
      if (page.before === undefined) progress = atNextEndpoint(progress);
      if (isLeft) yield;
    }
  }
  return runLongWork(
    begun,
    { pages: pages(), keep: () => ({ progress, findings: [] }) },
    { runId, now, isTimeUp: () => now() >= endsAt, sliceMs: 0, patienceMs: 0 },
  );
}

type WorkVisit = "closed_already" | LongWorkEnd<unknown>["kind"];

/** The next pages, as many as a visit has time for. */
export async function visitEventsWork(
  work: EventsWork,
  _at: number,
  run: { runId: string; now: () => number },
): Promise<WorkVisit> {
  return work.state === "done" ? "closed_already" : (await workOnEvents(work, run)).kind;
}

/** What one page has added. Without `before` it was the last one. */
type PageDone = {
  looked: number;
  sent: number;
  before?: string | undefined;
  pacedUntil?: number | undefined;
};

const withPage = (
  progress: EventsProgress,
  { looked, sent, before, pacedUntil }: PageDone,
): EventsProgress => ({
  ...progress,
  looked: progress.looked + looked,
  sent: progress.sent + sent,
  before,
  pacedUntil: pacedUntil ?? progress.pacedUntil,
});

const hasNextEndpoint = ({ endpointIds = [] }: EventsProgress): boolean => endpointIds.length > 1;

/** From the newest event on, and at a pace of its own: each endpoint is another server. */
const atNextEndpoint = (progress: EventsProgress): EventsProgress =>
  hasNextEndpoint(progress)
    ? { ...progress, before: undefined, pacedUntil: undefined, endpointIds: progress.endpointIds?.slice(1) }
    : progress;

/** `endpointId`: of a further endpoint, whose deliveries these are. */
type EventsPage = {
  merchantId: string;
  endpointId: string | undefined;
  events: CallbackRecord[];
  next: string | undefined;
};

/** Of the endpoint whose turn it is. */
const furtherEndpointOf = ({ endpointIds: [current] = [] }: EventsProgress): string | undefined =>
  current === FIRST_ENDPOINT_ID ? undefined : current;

async function listPage(merchantId: string, progress: EventsProgress): Promise<EventsPage> {
  const endpointId = furtherEndpointOf(progress);
  const window = { ...progress, merchantId, endpointId };
  if (progress.by === "death") {
    const { items: events, next } = await listDeadInWindow(window, PAGE);
    return { merchantId, endpointId, events, next };
  }
  const { items, next } = await listEventsInWindow(window, PAGE);
  const events = endpointId ? await findDeliveriesTo(endpointId, items) : items;
  return { merchantId, endpointId, events, next };
}

async function workOnPage(
  { merchantId, startedAt }: EventsWork,
  progress: EventsProgress,
  at: number,
): Promise<PageDone | "too_early"> {
  const page = await listPage(merchantId, progress);
  switch (progress.kind) {
    case "recover":
      return sendPage(progress, page, at);
    case "release":
      return releasePage(progress, page, { at, startedAt });
    case "hold":
      return holdPage(progress, page, at);
  }
}

/** Stranded ones are what an earlier, interrupted call has begun and not sent. */
const isMeant = (event: CallbackRecord, { kind }: EventsProgress): boolean =>
  isNotEnqueued(event) || STATES_OF[kind].includes(event.delivery);

async function sendPage(
  progress: EventsProgress,
  { events, next }: EventsPage,
  at: number,
): Promise<PageDone> {
  const meant = events.filter((event) => isMeant(event, progress));
  let pacedUntil = progress.pacedUntil ?? 0;
  const sent = await scheduleRedeliveries(meant, at, () => {
    pacedUntil = Math.max(at, pacedUntil + REDELIVERY_GAP_MS);
    return Math.round(pacedUntil);
  });
  return { looked: events.length, sent, before: next, pacedUntil: Math.round(pacedUntil) };
}

/**
 * Only while the endpoint is enabled: disabling it again ends the release, and the next enabling begins another. Shortly
 * after the start a call may be about to enable it, whose own visit would find the release ended: the due list goes on.
 */
async function releasePage(
  progress: EventsProgress,
  page: EventsPage,
  { at, startedAt }: { at: number; startedAt: number },
): Promise<PageDone | "too_early"> {
  const merchant = await findMerchant(page.merchantId);
  const endpoint = merchant && findEndpoint(merchant, page.endpointId);
  if (endpoint?.disabled === false) return sendPage(progress, page, at);
  return endpoint && at < startedAt + ENABLED_BY_THEN_MS ? "too_early" : { looked: 0, sent: 0 };
}

/**
 * After holding, the endpoint is read again. If it was enabled meanwhile, that call's release may have passed these
 * events, so they are sent here. Only of the first endpoint: a delivery to a further one is held by its next attempt.
 */
async function holdPage(progress: EventsProgress, page: EventsPage, at: number): Promise<PageDone> {
  const { merchantId, events, next } = page;
  // What a run that died at this page has held, the enabling's release may have passed before.
  if (isEnabled(await findMerchant(merchantId))) return endHold(progress, page, at);
  const waiting = events.filter(({ delivery, finishedAt }) => delivery === "pending" && finishedAt);
  const sent = await countOf(waiting, (event) => holdEvent(event, at));
  if (!isEnabled(await findMerchant(merchantId))) return { looked: events.length, sent, before: next };
  const standing = [...(await findEvents(events.map(({ eventId }) => eventId))).values()];
  await endHold(progress, { ...page, events: standing }, at);
  return { looked: events.length, sent };
}

async function endHold(progress: EventsProgress, page: EventsPage, at: number): Promise<PageDone> {
  await sendPage({ ...progress, kind: "release" }, page, at);
  return { looked: page.events.length, sent: 0 };
}
