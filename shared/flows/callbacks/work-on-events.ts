import { REDELIVERY_GAP_MS } from "../../domain/events/callback-delivery.ts";
import { findEndpoint } from "../../domain/events/callback-endpoint.ts";
import { ENABLED_BY_THEN_MS, type EventsProgress, STATES_OF } from "../../domain/events/recovery.ts";
import { listDeadInWindow } from "../../ledger/dead-deliveries.ts";
import { listDeliveries } from "../../ledger/deliveries.ts";
import type { DeliveryRecord } from "../../ledger/events.ts";
import type { EventsWork } from "../../ledger/events-work.ts";
import { findMerchant } from "../../ledger/merchants.ts";
import { type LongWorkEnd, runLongWork } from "../run-long-work.ts";
import { scheduleRedeliveries } from "./schedule-redeliveries.ts";

/*
 * Long work on many deliveries to a merchant's endpoints, newest first, page by page: a recovery, or what enabling an
 * endpoint releases. See flows/run-long-work.ts; each page is a slice of its own.
 *
 * A new delivery round is on the due list, at a time that keeps to the pace. What is due within a minute gets its message
 * from here, the rest from the sweep. A page that is done again finds what it has begun on its way already, and leaves it
 * alone.
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

const hasNextEndpoint = ({ endpointIds }: EventsProgress): boolean => endpointIds.length > 1;

/** From the newest event on, and at a pace of its own: each endpoint is another server. */
const atNextEndpoint = (progress: EventsProgress): EventsProgress =>
  hasNextEndpoint(progress)
    ? { ...progress, before: undefined, pacedUntil: undefined, endpointIds: progress.endpointIds.slice(1) }
    : progress;

type DeliveriesPage = { deliveries: DeliveryRecord[]; next?: string | undefined };

/** Of the endpoint whose turn it is. */
async function listPage(
  merchantId: string,
  endpointId: string,
  progress: EventsProgress,
): Promise<DeliveriesPage> {
  const window = { ...progress, merchantId, endpointId };
  const { items: deliveries, next } = await (progress.by === "death"
    ? listDeadInWindow(window, PAGE)
    : listDeliveries(window, PAGE));
  return { deliveries, next };
}

async function workOnPage(
  { merchantId, startedAt }: EventsWork,
  progress: EventsProgress,
  at: number,
): Promise<PageDone | "too_early"> {
  const [endpointId] = progress.endpointIds;
  if (endpointId === undefined) return { looked: 0, sent: 0 };
  if (progress.kind === "release") {
    const ready = await isReady(merchantId, endpointId, { at, startedAt });
    if (ready !== "ready") return ready === "too_early" ? ready : { looked: 0, sent: 0 };
  }
  return sendPage(progress, await listPage(merchantId, endpointId, progress), at);
}

/**
 * Only while the endpoint is enabled: disabling it again ends the release, and the next enabling begins another. Shortly
 * after the start a call may be about to enable it, whose own visit would find the release ended: the due list goes on.
 */
async function isReady(
  merchantId: string,
  endpointId: string,
  { at, startedAt }: { at: number; startedAt: number },
): Promise<"ready" | "too_early" | "over"> {
  const merchant = await findMerchant(merchantId);
  const endpoint = merchant && findEndpoint(merchant, endpointId);
  if (endpoint?.disabled === false) return "ready";
  return endpoint && at < startedAt + ENABLED_BY_THEN_MS ? "too_early" : "over";
}

async function sendPage(
  progress: EventsProgress,
  { deliveries, next }: DeliveriesPage,
  at: number,
): Promise<PageDone> {
  const meant = deliveries.filter(({ delivery }) => STATES_OF[progress.kind].includes(delivery));
  let pacedUntil = progress.pacedUntil ?? 0;
  const sent = await scheduleRedeliveries(meant, at, () => {
    pacedUntil = Math.max(at, pacedUntil + REDELIVERY_GAP_MS);
    return Math.round(pacedUntil);
  });
  return { looked: deliveries.length, sent, before: next, pacedUntil: Math.round(pacedUntil) };
}
