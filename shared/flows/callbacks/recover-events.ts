import { sendRecovery } from "../../callbacks/queue.ts";
import { requireEnabledCallback } from "../../domain/callback-endpoint.ts";
import { redeliveryDelaySeconds } from "../../domain/callback-schedule.ts";
import { isStranded } from "../../domain/event.ts";
import { ALL_TIME, RECOVERABLE_STATES, type RecoveryJob } from "../../domain/recovery.ts";
import { isoTime } from "../../domain/time.ts";
import { listEventsInWindow } from "../../ledger/event-lists.ts";
import type { Merchant } from "../../ledger/merchants.ts";
import { type Change, recordAudit } from "../merchants/record-audit.ts";
import { redeliverAll } from "./redeliver-all.ts";

const PAGE = 100;

/** One invocation's share: far below the function's timeout, and a crash repeats no more than this. */
const PAGES_PER_RUN = 10;
const RUN_MS = 10_000;

/** Longer than an index is ever behind. */
const SECOND_LOOK_SECONDS = 60;
const SECOND_LOOK_BACK_MS = 5 * 60_000;

/** Has everything that is dead or held in a window sent again, however much it is; the caller need not wait. */
export async function recoverEvents(
  merchant: Merchant,
  { sinceMs, untilMs }: Pick<RecoveryJob, "sinceMs" | "untilMs">,
  change: Change,
): Promise<void> {
  requireEnabledCallback(merchant);
  const { merchantId } = merchant;
  const subject = `${isoTime(sinceMs)} to ${isoTime(untilMs)}`;
  await recordAudit(merchantId, { action: "recover-events", subject }, change);
  await sendRecovery({ merchantId, sinceMs, untilMs, states: [...RECOVERABLE_STATES] });
}

const everythingHeld = (merchantId: string): RecoveryJob => ({ merchantId, ...ALL_TIME, states: ["held"] });

/** Has everything sent that was held while the endpoint was disabled. */
export async function startRelease(merchantId: string, at: number): Promise<void> {
  await sendRecovery(everythingHeld(merchantId));
  await lookOnceMore(merchantId, at);
}

/** The same here and now, page by page, for a caller that waits; answers how many were sent. */
export async function releaseHeld(
  merchantId: string,
  at: number,
  onSent: (count: number) => void,
): Promise<number> {
  let sent = 0;
  for (let rest: RecoveryJob | undefined = everythingHeld(merchantId); rest; ) {
    const page: RecoveredPage = await recoverPage(rest, at);
    sent += page.sent;
    onSent(page.sent);
    rest = page.next;
  }
  await lookOnceMore(merchantId, at);
  return sent;
}

/** An event that was held a moment before may not be in the index yet: the most recent ones are looked for again. */
const lookOnceMore = (merchantId: string, at: number): Promise<void> =>
  sendRecovery({ ...everythingHeld(merchantId), sinceMs: at - SECOND_LOOK_BACK_MS }, SECOND_LOOK_SECONDS);

/** Some pages of a recovery, and a message for the rest, so that no backlog is too long for a function's life. */
export async function runRecovery(job: RecoveryJob, now: () => number): Promise<void> {
  const endsAt = now() + RUN_MS;
  let rest: RecoveryJob | undefined = job;
  for (let page = 0; rest && page < PAGES_PER_RUN && now() < endsAt; page++) {
    rest = (await recoverPage(rest, now())).next;
  }
  if (rest) await sendRecovery(rest);
}

/** `next`: where to go on, when there is more. */
type RecoveredPage = { sent: number; next?: RecoveryJob };

/**
 * One page of the job, newest events first. Doing a page twice does no harm: what was sent is on its way, and is left
 * alone.
 */
async function recoverPage(job: RecoveryJob, at: number): Promise<RecoveredPage> {
  const { items, next } = await listEventsInWindow(job, PAGE);
  // Stranded ones are what an earlier, interrupted recovery has begun and not sent.
  const due = items.filter(
    (event) => isStranded(event) || job.states.some((state) => state === event.delivery),
  );
  let nth = job.paced ?? 0;
  const sent = await redeliverAll(due, at, () => redeliveryDelaySeconds(nth++));
  return next ? { sent, next: { ...job, before: next, paced: nth } } : { sent };
}
