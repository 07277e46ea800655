import { senderConfig } from "../../config.ts";
import { redeliveryGapMs } from "../../domain/events/callback-schedule.ts";
import { isStranded } from "../../domain/events/event.ts";
import { STATES_OF } from "../../domain/events/recovery.ts";
import { findEvents, listEventsInWindow } from "../../ledger/event-lists.ts";
import type { EventRecord } from "../../ledger/event-record.ts";
import { holdEvent } from "../../ledger/events.ts";
import { findMerchant } from "../../ledger/merchants.ts";
import { type RecoveredPage, type RecoveryRecord, saveProgress } from "../../ledger/recoveries.ts";
import { countOf, scheduleRedeliveries } from "../events/schedule-redeliveries.ts";

/*
 * A recovery: work on many of a merchant's events, newest first, page by page.
 *
 * It is an item on the due list. A visit does as many pages as its time allows and notes after each how far it has come,
 * so that a job of any size is finished, by as many visits as it takes. Nothing is sent from here: an event's new
 * generation is on the due list too, at a time that keeps to the pace, and the sweep sends it then.
 *
 * When a visit dies, the page that it was at is done again: what it has begun is on its way already, and left alone.
 * Two visits at once do the same page; one of them notes it, and the other stops.
 */

const PAGE = 100;

/** One visit's share: far below the life of its function, which has other visits to make. */
const RUN_MS = 10_000;

/** Answers how far it has come. `isOvertaken`: another visit is at it. */
export type RecoveryRun = { recovery: RecoveryRecord; isOvertaken: boolean };

export async function runRecovery(begun: RecoveryRecord, now: () => number): Promise<RecoveryRun> {
  const endsAt = now() + RUN_MS;
  let recovery = begun;
  while (recovery.state === "running" && now() < endsAt) {
    const saved = await saveProgress(recovery, await workOnPage(recovery, now()), now());
    if (!saved) return { recovery, isOvertaken: true };
    recovery = saved;
  }
  return { recovery, isOvertaken: false };
}

async function workOnPage(recovery: RecoveryRecord, at: number): Promise<RecoveredPage> {
  const { items, next } = await listEventsInWindow(recovery, PAGE);
  const page = { events: items, next };
  switch (recovery.kind) {
    case "recover":
      return sendPage(recovery, page, at);
    case "release":
      return releasePage(recovery, page, at);
    case "hold":
      return holdPage(recovery, page, at);
  }
}

type EventsPage = { events: EventRecord[]; next: string | undefined };

/** Stranded ones are what an earlier, interrupted call has begun and not sent. */
const isMeant = (event: EventRecord, { kind }: RecoveryRecord): boolean =>
  isStranded(event) || STATES_OF[kind].includes(event.delivery);

async function sendPage(
  recovery: RecoveryRecord,
  { events, next }: EventsPage,
  at: number,
): Promise<RecoveredPage> {
  const meant = events.filter((event) => isMeant(event, recovery));
  const gapMs = redeliveryGapMs(senderConfig().RETRY_SCALE);
  let pacedUntil = recovery.pacedUntil ?? 0;
  const sent = await scheduleRedeliveries(meant, at, () => {
    pacedUntil = Math.max(at, pacedUntil + gapMs);
    return Math.round(pacedUntil);
  });
  return { looked: events.length, sent, before: next, pacedUntil: Math.round(pacedUntil) };
}

/** Only while the endpoint is enabled: disabling it again ends the release, and the next enabling begins another. */
async function releasePage(recovery: RecoveryRecord, page: EventsPage, at: number): Promise<RecoveredPage> {
  if (await isEnabled(recovery)) return sendPage(recovery, page, at);
  return { looked: 0, sent: 0 };
}

/**
 * Holds, then looks at the endpoint again. Enabled meanwhile: that call's release may have passed these events before
 * they were held, so they are sent from here, and the rest need not be held any more.
 */
async function holdPage(
  recovery: RecoveryRecord,
  { events, next }: EventsPage,
  at: number,
): Promise<RecoveredPage> {
  // What a run that died at this page has held, the enabling's release may have passed before.
  if (await isEnabled(recovery)) return endHold(recovery, events, at);
  const waiting = events.filter(({ delivery, finishedAt }) => delivery === "pending" && finishedAt);
  const sent = await countOf(waiting, (event) => holdEvent(event, at));
  if (!(await isEnabled(recovery))) return { looked: events.length, sent, before: next };
  const standing = [...(await findEvents(events.map(({ eventId }) => eventId))).values()];
  await endHold(recovery, standing, at);
  return { looked: events.length, sent };
}

async function endHold(recovery: RecoveryRecord, events: EventRecord[], at: number): Promise<RecoveredPage> {
  await sendPage({ ...recovery, kind: "release" }, { events, next: undefined }, at);
  return { looked: events.length, sent: 0 };
}

async function isEnabled({ merchantId }: RecoveryRecord): Promise<boolean> {
  const merchant = await findMerchant(merchantId);
  return merchant?.callback !== undefined && !merchant.callback.disabled;
}
