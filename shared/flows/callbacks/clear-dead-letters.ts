import { type DeadLetter, receiveDeadLetters, removeDeadLetters } from "../../callbacks/dead-letters.ts";
import { type CallbackMessage, parseMessage, sendCallbacks } from "../../callbacks/queue.ts";
import type { EventRecord } from "../../ledger/events.ts";
import { findEvents } from "../../ledger/find-events.ts";
import { type Change, recordAudit } from "../merchants/record-audit.ts";

/** `left`: still dead, another merchant's, or not ours at all. */
export type Clearing = { received: number; putBack: number; removed: number; left: number };

type Judged = {
  letter: DeadLetter;
  merchantId?: string | undefined;
  verdict: "remove" | "leave" | "put_back";
  event?: EventRecord | undefined;
};

/**
 * One batch of the dead-letter queue: removes what has been sent again or needs nothing any more, so that the alarm
 * ends, and puts back what still has work to do. No event depends on it: all of them live in the ledger.
 */
export async function clearDeadLetters(
  filter: { merchantId?: string | undefined },
  change: Change,
): Promise<Clearing> {
  const letters = await receiveDeadLetters();
  const messages = new Map(letters.map((letter) => [letter, messageIn(letter)]));
  const events = await findEvents([...messages.values()].flatMap((message) => message?.eventId ?? []));
  const isMeant = ({ merchantId }: Judged) => !filter.merchantId || merchantId === filter.merchantId;
  const done = letters
    .map((letter) => judge(letter, messages.get(letter), events))
    .filter((judged) => judged.verdict !== "leave" && isMeant(judged));
  const returning = done.filter(({ verdict }) => verdict === "put_back");
  for (const { merchantId = "", event } of returning) {
    await recordAudit(merchantId, { action: "put-back-dead-letter", subject: event?.eventId }, change);
  }
  await sendCallbacks(returning.flatMap(({ event }) => event ?? []));
  await removeDeadLetters(done.map(({ letter }) => letter));
  return {
    received: letters.length,
    putBack: returning.length,
    removed: done.length - returning.length,
    left: letters.length - done.length,
  };
}

function judge(
  letter: DeadLetter,
  message: CallbackMessage | undefined,
  events: Map<string, EventRecord>,
): Judged {
  // What is no message of ours is left for an operator to look at.
  if (!message) return { letter, verdict: "leave" };
  const event = events.get(message.eventId);
  const merchantId = event?.merchantId;
  if (!event || event.generation !== message.generation) return { letter, merchantId, verdict: "remove" };
  if (event.delivery === "dead") return { letter, merchantId, verdict: "leave" };
  // The queue's fuse: it was received too often, by crashes or throttling, while the ledger still has attempts.
  return { letter, merchantId, event, verdict: event.delivery === "pending" ? "put_back" : "remove" };
}

function messageIn({ body }: DeadLetter): CallbackMessage | undefined {
  try {
    return parseMessage(body);
  } catch {
    return undefined;
  }
}
