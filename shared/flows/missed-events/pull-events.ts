import { isDeepStrictEqual } from "node:util";
import { typeLists } from "../../domain/events/event-types.ts";
import { Failure, isFailure, processorSays } from "../../domain/failure.ts";
import type { EventsJob } from "../../domain/finance/reconciliation.ts";
import { hoursOf, type TimeWindow, windowToPull } from "../../domain/finance/time-window.ts";
import { sha256Hex } from "../../domain/fingerprint.ts";
import { projectAccount } from "../../domain/onboarding.ts";
import { HOUR_MS } from "../../domain/time.ts";
import { findEvents } from "../../ledger/event-lists.ts";
import type { EventRecord } from "../../ledger/event-record.ts";
import { findMerchant } from "../../ledger/merchants.ts";
import { findWatermark, moveWatermark } from "../../ledger/watermarks.ts";
import { composeAccountEvent } from "../../processor/account-events.ts";
import { findAccount } from "../../processor/accounts.ts";
import { isLiveMode } from "../../processor/client.ts";
import { type ListedEvent, listAccountEvents } from "../../processor/event-lists.ts";
import { classifyReadFailure } from "../../processor/unreadable.ts";
import { isTimeUsedUp } from "../../runtime/invocation.ts";
import { describeError, log } from "../../runtime/logger.ts";
import { count, measure } from "../../runtime/metrics.ts";
import type { Receipt } from "../events/finish-event.ts";
import { isUnmatched, retryUnmatched } from "../events/resume-event.ts";
import { syncAccount } from "../onboarding/sync-account.ts";
import { ingestEvent } from "../webhook/receive-event.ts";

/*
 * Missed events: what the processor has, and no webhook has brought.
 *
 * An endpoint that was disabled or absent leaves no failed delivery behind, so the processor cannot be asked for what
 * it could not deliver: everything is listed, hour by hour, and what the ledger knows is dropped. The rest takes
 * the webhook's own steps, except that it has no signature, and that it never speaks for itself. What was taken while the
 * ledger did not have its payment, as between a restore and the rebuilding, is taken again once it has.
 *
 * The watermark moves after each hour that is complete. When the function dies, runs out of time, or the processor
 * has had enough, it stays where it is, and the next hour goes on from there. What was taken before is known then.
 */

export type PullReport = {
  listed: number;
  known: number;
  applied: number;
  forwarded: number;
  failed: number;
};

export type PullEnd = "complete" | "out_of_time" | "processor_down" | "out_of_reach";

export type Puller = { now: () => number; traceId: string };

const emptyReport = (): PullReport => ({ listed: 0, known: 0, applied: 0, forwarded: 0, failed: 0 });

/** One account, from its watermark on. */
export async function pullMissedEvents(
  { accountId, merchantId, mustSync }: Omit<EventsJob, "kind">,
  puller: Puller,
): Promise<PullReport & { end: PullEnd }> {
  const report = emptyReport();
  const window = windowToPull(await findWatermark(accountId), puller.now());
  let reachedMs = window.sinceMs;
  let end: PullEnd = "complete";
  for (const hour of hoursOf(window)) {
    end = await pullWindow(accountId, hour, { puller, report });
    if (end !== "complete") break;
    // Past an event that failed before it was recorded the later ones are taken, but it must be met again.
    if (report.failed > 0) continue;
    await moveWatermark(accountId, hour.untilMs);
    reachedMs = hour.untilMs;
  }
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
    const end = await pullWindow(accountId, window, { puller, report });
    if (end === "out_of_reach") unreachableAccounts.push(accountId);
    if (end === "processor_down" || end === "out_of_time")
      throw new Failure("processor_unavailable", "The processor did not respond. Run the command again.");
  }
  return { ...report, unreachableAccounts };
}

/**
 * For what no event has told: that we were thrown out may be in what we may no longer list, and of accounts that v2 has made
 * v1 may have no event at all. If the account has changed, the event that was to tell it is made here, and takes the steps
 * of any other, so that the merchant is told as well.
 */
export async function followAccount(
  { merchantId, accountId }: { merchantId: string; accountId: string },
  { now, traceId }: Puller,
): Promise<void> {
  const merchant = await findMerchant(merchantId);
  if (merchant?.account?.processorAccountId !== accountId) return;
  const { account } = merchant;
  const found = await findAccount(accountId);
  const at = now();
  if (!found) return void (await syncAccount(merchant));
  const state = { ...account, ...projectAccount(found.snapshot, account) };
  if (isDeepStrictEqual(state, account)) return;
  // The same hour's next run makes the same event.
  const eventId = `evt_${sha256Hex(`${accountId} ${account.version} ${Math.floor(at / HOUR_MS)}`).slice(0, 32)}`;
  const told = { eventId, accountId, livemode: await isLiveMode(), createdAt: at };
  const rawBody = composeAccountEvent(told, found.object);
  await ingestEvent({ rawBody, source: "pull", ownerToken: `${traceId}.${eventId}`, traceId, at });
}

/** No account has so many in an hour, nor in a month's worth of what was missed; a page holds 100. */
const MAX_PAGES = 10_000;

type PullWork = { puller: Puller; report: PullReport };

/** Adds to the report what became of the window's events. It is complete when each of the lists is. */
async function pullWindow(accountId: string, window: TimeWindow, work: PullWork): Promise<PullEnd> {
  for (const types of typeLists()) {
    const end = await pullList(accountId, { types, window }, work);
    if (end !== "complete") return end;
  }
  return "complete";
}

async function pullList(
  accountId: string,
  list: { types: string[]; window: TimeWindow },
  work: PullWork,
): Promise<PullEnd> {
  let after: string | undefined;
  try {
    for (let page = 0; page < MAX_PAGES; page++) {
      if (isTimeUsedUp()) return "out_of_time";
      const { events, next } = await listAccountEvents(accountId, list, after);
      const end = await takeUnknown(events, work);
      if (end !== "complete" || next === undefined) return end;
      after = next;
    }
  } catch (error) {
    if ((await classifyReadFailure(error, accountId)).kind === "out_of_reach") return "out_of_reach";
    if (isFailure(error, "processor_unavailable")) return "processor_down";
    throw error;
  }
  throw new Error("A list of an account's events does not end.");
}

async function takeUnknown(listed: ListedEvent[], { puller, report }: PullWork): Promise<PullEnd> {
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

/** `record`: of one that was taken before, when the ledger did not have its payment. */
type TakenEvent = ListedEvent & { record: EventRecord | undefined };

/** So many failures in a row are not about the events. */
const MAX_FAILURES_IN_A_ROW = 3;

/** Oldest first, one after the other: pulling must not take the processor's rate from payments. */
async function takeInTurn(events: TakenEvent[], { puller, report }: PullWork): Promise<PullEnd> {
  let failuresInARow = 0;
  for (const event of events.toReversed()) {
    const { eventId } = event;
    if (isTimeUsedUp()) return "out_of_time";
    try {
      const { forwarded } = await take(event, puller);
      if (forwarded) report.forwarded++;
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

function take({ eventId, rawBody, record }: TakenEvent, { now, traceId }: Puller): Promise<Receipt> {
  if (record) return retryUnmatched(record, now());
  const ownerToken = `${traceId}.${eventId}`;
  return ingestEvent({ rawBody, source: "pull", ownerToken, traceId, at: now() });
}

/** Events that we recorded ourselves came by no webhook: more than a few mean that the webhook is not working. */
async function reportRecorded(events: ListedEvent[], report: PullReport): Promise<void> {
  const recorded = [...(await findEvents(events.map(({ eventId }) => eventId))).values()];
  report.applied += recorded.filter(({ finishedAt }) => finishedAt !== undefined).length;
  const missed = recorded.filter(({ source }) => source === "pull").length;
  if (missed > 0) count("MissedEvents", missed);
}
