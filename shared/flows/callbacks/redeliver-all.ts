import { sendCallbacks } from "../../callbacks/queue.ts";
import { judgeRedelivery } from "../../domain/event.ts";
import type { EventRecord } from "../../ledger/events.ts";
import { bringBack, HEAD_START_SECONDS, messageOf } from "./send-again.ts";

// Apart from redelivering one event, which may first have to apply it, and so brings the processor's SDK along.

/** So many at once: hundreds a second, and when we die in between, no more than these have to be sent again. */
const PARALLEL = 100;

/**
 * Sends all that are not on their way already; answers how many. Doing it twice does no harm. A caller that sends many
 * says how long each is to wait, so that a server that has just come back is not run over.
 */
export async function redeliverAll(
  events: EventRecord[],
  at: number,
  delaySeconds: (event: EventRecord) => number,
): Promise<number> {
  const due = events.filter((event) => judgeRedelivery(event, false) === "send");
  let sent = 0;
  for (let start = 0; start < due.length; start += PARALLEL) {
    const share = due.slice(start, start + PARALLEL);
    const messages = share.map((event) => ({
      ...messageOf(event),
      delaySeconds: HEAD_START_SECONDS + delaySeconds(event),
    }));
    await sendCallbacks(messages);
    const outcomes = await Promise.all(share.map((event) => bringBack(event, at)));
    sent += outcomes.filter(Boolean).length;
  }
  return sent;
}
