import type { Emptied } from "./empty-dead-letter-queue.ts";

/** `disabled`: merchants whose endpoint is disabled, or that have none: their events are held when their turn comes. */
export type Redelivered = Emptied & { sent: number; unapplied: number; disabled: string[] };

export function describeRedelivered({
  sent,
  unapplied,
  disabled,
  removed,
  putBack,
  left,
}: Redelivered): string {
  const parts = [
    `${sent} events are on their way again`,
    ...(disabled.length > 0
      ? [`those of ${disabled.join(", ")} will be held, because no endpoint is enabled there`]
      : []),
    ...(unapplied > 0 ? [`${unapplied} cannot be applied yet and stay dead`] : []),
  ];
  const queue = `${removed} messages removed, ${putBack} put back that still have work, ${left} left`;
  return `${parts.join("; ")}. Dead-letter queue: ${queue}.`;
}
