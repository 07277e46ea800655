import type { EventCounts } from "../domain/events/event-counts.ts";
import { DAY_SECONDS } from "../domain/time.ts";
import { absent, putItem, queryPage } from "./expressions.ts";
import { expiryAt, type Key, statsKey, statsPartition } from "./table.ts";

/*
 * Counts of a merchant's events for the console's overview: of a few minutes, of an hour, and of a day. In a partition of their own, which
 * only the overview writes. They can be lost: they are made again from the events.
 */

type Kind = "MINUTES" | "HOUR" | "DAY";

/** Minutes such as 2026-07-01T14:20, an hour such as 2026-07-01T14, or a day such as 2026-07-01, in UTC. */
export type CountedSpan = {
  span: string;
  counts: EventCounts;
  /** When the last event was read. */
  countedAt: number;
  /** Where counting goes on, newest first; absent: every event of the span is counted. */
  next?: string | undefined;
};

/** As long as the longest period that is shown, with the events that it could be counted from. */
const TTL_SECONDS = 90 * DAY_SECONDS;

/** Both ends included. */
export async function listCounts(
  merchantId: string,
  kind: Kind,
  [first, last]: readonly [string, string],
): Promise<Map<string, CountedSpan>> {
  const { items } = await queryPage<CountedSpan>({
    partition: statsPartition(merchantId),
    between: [statsKey(merchantId, kind, first).sk, statsKey(merchantId, kind, last).sk],
  });
  return new Map(items.map((item) => [item.span, item]));
}

/** In the place of what was read, or of none: of two that count at once the first one stays. */
export async function saveCounts(
  merchantId: string,
  kind: Kind,
  counted: CountedSpan,
  read: CountedSpan | undefined,
): Promise<void> {
  const expiresAt = expiryAt(counted.countedAt, TTL_SECONDS);
  await putItem<Key & CountedSpan & { expiresAt: number }>(
    { ...statsKey(merchantId, kind, counted.span), ...counted, expiresAt },
    { countedAt: read ? read.countedAt : absent },
  );
}
