import { redeliveryDelaySeconds } from "../../domain/callback-schedule.ts";
import type { RecoveryJob } from "../../domain/recovery.ts";
import { type EventRecord, isStranded } from "../../ledger/events.ts";
import { listItems } from "../../ledger/lists.ts";
import { timeSort } from "../../ledger/table.ts";
import { redeliverAll } from "./redeliver-event.ts";

export { ALL_TIME } from "../../domain/recovery.ts";

const PAGE = 100;

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
  // Stranded ones are what an earlier, interrupted recovery has begun and not sent.
  const due = items.filter(
    (event) => isStranded(event) || job.states.some((state) => state === event.delivery),
  );
  let nth = job.paced ?? 0;
  const sent = await redeliverAll(due, at, () => redeliveryDelaySeconds(nth++));
  const last = items.at(-1)?.eventSort;
  return hasMore && last ? { sent, next: { ...job, before: last, paced: nth } } : { sent };
}
