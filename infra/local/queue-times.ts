import type { FauxqsServer } from "fauxqs";
import type { Poller } from "./poller.ts";

export type QueueTimes = {
  waiting(nowMs: number): string[];
  hiddenUntilMs(nowMs: number): number[];
};

/** An external SQS has its own clock. */
const OUT_OF_REACH: QueueTimes = { waiting: () => [], hiddenUntilMs: () => [] };

/** Called before the pollers start: what is hidden then was received by an earlier process. */
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
      ...inflight.map(({ receiptHandle, visibilityDeadline }) => ({
        untilMs: visibilityDeadline,
        isBeingHandled: !hiddenBefore.has(receiptHandle) && !poller.hasPutBack(receiptHandle),
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
