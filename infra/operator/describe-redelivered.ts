import type { Emptied } from "./empty-dead-letter-queue.ts";

/** `disabled`: endpoints that are not enabled; their events will be held. */
export type Redelivered = Emptied & { sent: number; disabled: string[] };

export function describeRedelivered({ sent, disabled, removed, putBack, left }: Redelivered): string {
  const parts = [
    `${sent} events are being redelivered`,
    ...(disabled.length > 0
      ? [`those of ${disabled.join(", ")} are held, because the endpoint is not enabled`]
      : []),
  ];
  const queue = `${removed} messages removed, ${putBack} put back, ${left} left`;
  return `${parts.join("; ")}. Dead-letter queue: ${queue}.`;
}
