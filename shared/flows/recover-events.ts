import type { DeliveryState } from "../domain/event.ts";
import type { EventRecord } from "../ledger/events.ts";
import { listItems } from "../ledger/lists.ts";
import { timeSort } from "../ledger/table.ts";
import { redeliverEvent } from "./redeliver-event.ts";

/** Everything of a merchant in a window of time that is in one of these states is to be sent again. */
export type RecoveryJob = {
  merchantId: string;
  sinceMs: number;
  untilMs: number;
  states: Extract<DeliveryState, "dead" | "held">[];
  /** The key to go on from; absent at the beginning. */
  before?: string | undefined;
};

const PAGE = 100;

/** So many redeliveries at once: enough for hundreds a second, few enough for a small function's sockets. */
const PARALLEL = 20;

/**
 * One page of the job, newest events first; answers where to go on, or undefined when all is done. Doing a page twice
 * does no harm: what was sent is on its way, and is left alone.
 */
export async function recoverPage(
  job: RecoveryJob,
  at: number,
): Promise<{ sent: number; next?: RecoveryJob }> {
  const { items, hasMore } = await listItems<EventRecord>({
    index: "events-by-merchant",
    partition: job.merchantId,
    limit: PAGE,
    before: job.before ?? timeSort(job.untilMs),
    since: timeSort(job.sinceMs),
  });
  const due = items.filter(({ delivery }) => job.states.some((state) => state === delivery));
  let sent = 0;
  for (let start = 0; start < due.length; start += PARALLEL) {
    const outcomes = await Promise.all(
      due.slice(start, start + PARALLEL).map((event) => redeliverEvent(event, { force: false, at })),
    );
    sent += outcomes.filter((outcome) => outcome === "sent").length;
  }
  const last = items.at(-1)?.eventSort;
  return hasMore && last ? { sent, next: { ...job, before: last } } : { sent };
}
