import type { FauxqsServer } from "fauxqs";
import type { Poller } from "./poller.ts";

export type QueueTimes = {
  /** Queues with messages that a function is to get by now, or is just being given. */
  waiting(nowMs: number): string[];
  /** When messages that are hidden now will be seen again. */
  hiddenUntilMs(nowMs: number): number[];
};

/** An SQS that runs elsewhere lives by its own clock, which nothing here can move. */
const OUT_OF_REACH: QueueTimes = { waiting: () => [], hiddenUntilMs: () => [] };

/** To be made before the pollers start: what is hidden then was received by an earlier process. */
export function readQueueTimes(server: FauxqsServer | undefined, pollers: Poller[]): QueueTimes {
  if (!server) return OUT_OF_REACH;
  const messagesOf = ({ queue }: Poller) =>
    server.inspectQueue(queue)?.messages ?? { ready: [], delayed: [], inflight: [] };
  const hiddenBefore = new Set(
    pollers.flatMap((poller) => messagesOf(poller).inflight.map(({ receiptHandle }) => receiptHandle)),
  );

  const hidden = (poller: Poller) => {
    const { delayed, inflight } = messagesOf(poller);
    return [
      ...delayed.map(({ delayUntil = 0 }) => ({ untilMs: delayUntil, isBeingHandled: false })),
      ...inflight.map(({ message, receiptHandle, visibilityDeadline }) => ({
        untilMs: visibilityDeadline,
        isBeingHandled:
          !hiddenBefore.has(receiptHandle) && !poller.hasPutBack(message.messageId, receiptHandle),
      })),
    ];
  };

  return {
    waiting: (nowMs) =>
      pollers
        .filter(
          (poller) =>
            messagesOf(poller).ready.length > 0 ||
            hidden(poller).some(({ untilMs, isBeingHandled }) => isBeingHandled || untilMs <= nowMs),
        )
        .map(({ queue }) => queue),
    hiddenUntilMs: (nowMs) =>
      pollers.flatMap(hidden).flatMap(({ untilMs }) => (untilMs > nowMs ? [untilMs] : [])),
  };
}
