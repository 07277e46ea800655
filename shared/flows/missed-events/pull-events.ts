import { typeLists } from "../../domain/events/event-types.ts";
import { Failure, isFailure, processorSays } from "../../domain/failure.ts";
import type { EventsJob } from "../../domain/finance/reconciliation.ts";
import {
  firstPart,
  isHalvable,
  olderHalf,
  PART_PAGES,
  partAfter,
  type TimeWindow,
  windowToPull,
} from "../../domain/finance/time-window.ts";
import { HOUR_MS } from "../../domain/time.ts";
import { findEvents } from "../../ledger/event-lists.ts";
import type { EventRecord } from "../../ledger/events.ts";
import { claimPull, findWatermark, moveWatermark, releasePull } from "../../ledger/watermarks.ts";
import { type ListedEvent, listAccountEvents } from "../../processor/account-events.ts";
import { classifyReadFailure } from "../../processor/unreadable.ts";
import { isTimeUsedUp, remainingMs } from "../../runtime/invocation.ts";
import { count, describeError, log, measure } from "../../runtime/logger.ts";
import { isUnmatched, retryUnmatched } from "../events/apply-event.ts";
import { PATIENCE_MS } from "../run-long-work.ts";
import { ingestEvent } from "../webhook/receive-event.ts";
import { followAccount, type Puller } from "./follow-account.ts";

/*
 * Missed events: what the processor has, and no webhook has brought.
 *
 * An endpoint that was disabled or absent leaves no failed delivery behind, so the processor cannot be asked for what
 * it could not deliver: everything is listed, hour by hour, and what the ledger knows is dropped. The rest takes
 * the webhook's own steps. But it has no signature, it never speaks for itself, what it changes is told in any case, and it may
 * ask the processor for as long as the run lives. What was taken while the ledger did not have its payment, as between a
 * restore and the rebuilding, is applied once it has.
 *
 * The watermark moves after each part that is complete: an hour, or less where an hour has too many pages. When the
 * function dies, runs out of time, or the processor has had enough, it stays where it is, and the next run goes on from
 * there. One job at a time pulls an account: the next hour's ends at once where the one before is still at work.
 */

export type PullReport = {
  listed: number;
  known: number;
  applied: number;
  forwarded: number;
  failed: number;
};

type ListEnd = "complete" | "out_of_time" | "processor_down" | "out_of_reach";

export type PullEnd = ListEnd | "running_already";

const emptyReport = (): PullReport => ({ listed: 0, known: 0, applied: 0, forwarded: 0, failed: 0 });

/** One account, from its watermark on. */
export async function pullMissedEvents(
  job: Omit<EventsJob, "kind">,
  puller: Puller,
): Promise<PullReport & { end: PullEnd }> {
  const { accountId } = job;
  const claim = { token: puller.traceId, nowMs: puller.now(), untilMs: puller.now() + runMs() };
  if (!(await claimPull(accountId, claim))) return { ...emptyReport(), end: "running_already" };
  try {
    return await pullFromWatermark(job, puller);
  } finally {
    await releasePull(accountId, claim.token);
  }
}

/** So long this run may live. */
const runMs = (): number => Math.min(remainingMs(), PATIENCE_MS);

async function pullFromWatermark(
  { accountId, merchantId, mustSync }: Omit<EventsJob, "kind">,
  puller: Puller,
): Promise<PullReport & { end: PullEnd }> {
  const report = emptyReport();
  const window = windowToPull(await findWatermark(accountId), puller.now());
  let reachedMs = window.sinceMs;
  let failedSoFar = false;
  const onComplete = async (untilMs: number, failed: number) => {
    // Past an event that failed before it was recorded the later ones are taken, but it must be met again.
    failedSoFar ||= failed > 0;
    if (failedSoFar) return;
    await moveWatermark(accountId, untilMs);
    reachedMs = untilMs;
  };
  const end = await pullInParts(accountId, window, { puller, report, partMs: HOUR_MS, onComplete });
  // Also one that was lost and is reached after all: no event tells that a platform's key was another one's for an hour.
  if (end === "out_of_reach" || (end === "complete" && mustSync))
    await followAccount({ merchantId, accountId }, puller);
  // A lost account is no reason for an alarm.
  if (end !== "out_of_reach")
    measure("OldestWatermarkSeconds", Math.round((puller.now() - reachedMs) / 1000));
  return { ...report, end };
}

/** All accounts of a merchant over a stretch of time, by hand: the watermarks stay as they are. */
export async function pullEventsBetween(
  accountIds: string[],
  window: TimeWindow,
  puller: Puller,
): Promise<PullReport & { unreachableAccounts: string[] }> {
  const report = emptyReport();
  const unreachableAccounts: string[] = [];
  for (const accountId of accountIds) {
    const end = await pullInParts(accountId, window, {
      puller,
      report,
      partMs: window.untilMs - window.sinceMs,
    });
    if (end === "out_of_reach") unreachableAccounts.push(accountId);
    if (end === "processor_down" || end === "out_of_time")
      throw new Failure("processor_unavailable", "The processor did not respond. Run the command again.");
  }
  return { ...report, unreachableAccounts };
}

/** A second's list must end somewhere; a page holds 100. */
const MAX_PAGES = 10_000;

type PullWork = { puller: Puller; report: PullReport };

/**
 * Oldest part first. Lists come newest first, so a list that is given up has nothing to go on from: a part with too many
 * pages is halved, and its older half is listed. What was taken already is known then.
 */
async function pullInParts(
  accountId: string,
  window: TimeWindow,
  {
    partMs,
    onComplete,
    ...work
  }: PullWork & { partMs: number; onComplete?: (untilMs: number, failed: number) => Promise<void> },
): Promise<ListEnd> {
  const longestMs = partMs;
  let part = firstPart(window, partMs);
  while (part.sinceMs < part.untilMs) {
    const failedBefore = work.report.failed;
    const { end, pages } = await pullPart(accountId, part, work);
    if (end !== "complete" && end !== "too_long") return end;
    if (end === "complete") await onComplete?.(part.untilMs, work.report.failed - failedBefore);
    part = end === "complete" ? partAfter(part, { window, pages, longestMs }) : olderHalf(part);
  }
  return "complete";
}

type PartEnd = { end: ListEnd | "too_long"; pages: number };

/** Adds to the report what became of the part's events. It is complete when each of the lists is. */
async function pullPart(accountId: string, window: TimeWindow, work: PullWork): Promise<PartEnd> {
  let pages = 0;
  for (const types of typeLists()) {
    const list = await pullList(accountId, { types, window }, work);
    pages += list.pages;
    if (list.end !== "complete") return { end: list.end, pages };
  }
  return { end: "complete", pages };
}

async function pullList(
  accountId: string,
  list: { types: string[]; window: TimeWindow },
  work: PullWork,
): Promise<PartEnd> {
  const maxPages = isHalvable(list.window) ? PART_PAGES : MAX_PAGES;
  let after: string | undefined;
  let pages = 0;
  try {
    while (pages < maxPages) {
      if (isTimeUsedUp()) return { end: "out_of_time", pages };
      const { events, next } = await listAccountEvents(accountId, list, after);
      pages++;
      const end = await takeUnknown(events, work);
      if (end !== "complete" || next === undefined) return { end, pages };
      after = next;
    }
  } catch (error) {
    if ((await classifyReadFailure(error, accountId)).kind === "out_of_reach")
      return { end: "out_of_reach", pages };
    if (isFailure(error, "processor_unavailable")) return { end: "processor_down", pages };
    throw error;
  }
  if (isHalvable(list.window)) return { end: "too_long", pages };
  throw new Error("A list of an account's events does not end.");
}

async function takeUnknown(listed: ListedEvent[], { puller, report }: PullWork): Promise<ListEnd> {
  const known = await findEvents(listed.map(({ eventId }) => eventId));
  const unknown = listed.filter(({ eventId }) => !known.has(eventId));
  report.listed += listed.length;
  report.known += known.size;
  const toTake = listed.flatMap((event): TakenEvent[] => {
    const record = known.get(event.eventId);
    return !record || isUnmatched(record) ? [{ ...event, record }] : [];
  });
  const end = await takeInTurn(toTake, { puller, report });
  if (unknown.length > 0) await reportRecorded(unknown, report);
  return end;
}

/** `record`: of one that was taken before, when it could not be applied. */
type TakenEvent = ListedEvent & { record: EventRecord | undefined };

/** So many failures in a row are not about the events. */
const MAX_FAILURES_IN_A_ROW = 3;

/** Oldest first, one after the other: pulling must not take the processor's rate from payments. */
async function takeInTurn(events: TakenEvent[], { puller, report }: PullWork): Promise<ListEnd> {
  let failuresInARow = 0;
  for (const event of events.toReversed()) {
    const { eventId } = event;
    if (isTimeUsedUp()) return "out_of_time";
    try {
      if (await take(event, puller)) report.forwarded++;
      failuresInARow = 0;
    } catch (error) {
      log("error", "a missed event could not be taken", { eventId, ...describeError(error) });
      report.failed++;
      failuresInARow++;
      const isEnough = processorSays(error) === "slow_down";
      if (isEnough || failuresInARow >= MAX_FAILURES_IN_A_ROW) return "processor_down";
    }
  }
  return "complete";
}

/** Answers whether it was forwarded. */
async function take({ rawBody, record }: TakenEvent, { now, traceId }: Puller): Promise<boolean> {
  if (!record) return (await ingestEvent({ rawBody, source: "pull", traceId, at: now() })).forwarded;
  await retryUnmatched(record, now());
  return false;
}

/** Events that we recorded ourselves came by no webhook: more than a few mean that the webhook is not working. */
async function reportRecorded(events: ListedEvent[], report: PullReport): Promise<void> {
  const recorded = [...(await findEvents(events.map(({ eventId }) => eventId))).values()];
  report.applied += recorded.filter(({ finishedAt }) => finishedAt !== undefined).length;
  const missed = recorded.filter(({ source }) => source === "pull").length;
  if (missed > 0) count("MissedEvents", missed);
}
