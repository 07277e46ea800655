import type { Emptied } from "./empty-dead-letter-queue.ts";

/** `disabled`: merchants, or further endpoints of theirs, that are not enabled; their events will be held. */
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
    `${sent} events are being redelivered`,
    ...(disabled.length > 0
      ? [`those of ${disabled.join(", ")} are held, because their endpoint is not enabled`]
      : []),
    ...(unapplied > 0 ? [`${unapplied} cannot be applied yet and stay failed`] : []),
  ];
  const queue = `${removed} messages removed, ${putBack} put back, ${left} left`;
  return `${parts.join("; ")}. Dead-letter queue: ${queue}.`;
}
