import { REDELIVERY_GAP_MS } from "../../domain/events/callback-schedule.ts";
import { isNotEnqueued } from "../../domain/events/event.ts";
import { type EventsProgress, STATES_OF } from "../../domain/events/recovery.ts";
import { listDeadInWindow } from "../../ledger/dead-events.ts";
import { findEvents, listEventsInWindow } from "../../ledger/event-lists.ts";
import type { EventRecord } from "../../ledger/event-record.ts";
import { holdEvent } from "../../ledger/events.ts";
import type { EventsWork } from "../../ledger/events-work.ts";
import { findMerchant } from "../../ledger/merchants.ts";
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
  const endsAt = now() + RUN_MS;
  let { progress } = begun;
  async function* pages(): AsyncGenerator<void, void> {
    for (let isLeft = begun.state === "running"; isLeft; ) {
      const page = await workOnPage(begun.merchantId, progress, now());
      progress = withPage(progress, page);
      isLeft = page.before !== undefined;
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

type EventsPage = { merchantId: string; events: EventRecord[]; next: string | undefined };

async function workOnPage(merchantId: string, progress: EventsProgress, at: number): Promise<PageDone> {
  const list = progress.by === "death" ? listDeadInWindow : listEventsInWindow;
  const { items: events, next } = await list({ ...progress, merchantId }, PAGE);
  const page = { merchantId, events, next };
  switch (progress.kind) {
    case "recover":
      return sendPage(progress, page, at);
    case "release":
      return releasePage(progress, page, at);
    case "hold":
      return holdPage(progress, page, at);
  }
}

/** Stranded ones are what an earlier, interrupted call has begun and not sent. */
const isMeant = (event: EventRecord, { kind }: EventsProgress): boolean =>
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

/** Only while the endpoint is enabled: disabling it again ends the release, and the next enabling begins another. */
async function releasePage(progress: EventsProgress, page: EventsPage, at: number): Promise<PageDone> {
  if (await isEnabled(page.merchantId)) return sendPage(progress, page, at);
  return { looked: 0, sent: 0 };
}

/**
 * After holding, the endpoint is read again. If it was enabled meanwhile, that call's release may have passed these
 * events, so they are sent here.
 */
async function holdPage(
  progress: EventsProgress,
  { merchantId, events, next }: EventsPage,
  at: number,
): Promise<PageDone> {
  // What a run that died at this page has held, the enabling's release may have passed before.
  if (await isEnabled(merchantId)) return endHold(progress, { merchantId, events, next }, at);
  const waiting = events.filter(({ delivery, finishedAt }) => delivery === "pending" && finishedAt);
  const sent = await countOf(waiting, (event) => holdEvent(event, at));
  if (!(await isEnabled(merchantId))) return { looked: events.length, sent, before: next };
  const standing = [...(await findEvents(events.map(({ eventId }) => eventId))).values()];
  await endHold(progress, { merchantId, events: standing, next }, at);
  return { looked: events.length, sent };
}

async function endHold(progress: EventsProgress, page: EventsPage, at: number): Promise<PageDone> {
  await sendPage({ ...progress, kind: "release" }, page, at);
  return { looked: page.events.length, sent: 0 };
}

async function isEnabled(merchantId: string): Promise<boolean> {
  const merchant = await findMerchant(merchantId);
  return merchant?.callback !== undefined && !merchant.callback.disabled;
}
