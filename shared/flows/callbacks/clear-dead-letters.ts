import { type DeadLetter, receiveDeadLetters, removeDeadLetters } from "../../callbacks/dead-letters.ts";
import { type CallbackMessage, parseMessage, sendCallbacks, sendRecovery } from "../../callbacks/queue.ts";
import { parseRecoveryJob, type RecoveryJob } from "../../domain/recovery.ts";
import type { EventRecord } from "../../ledger/events.ts";
import { findEvents } from "../../ledger/find-events.ts";

/** `left`: still dead, another merchant's, or not ours at all. */
export type Clearing = { received: number; putBack: number; removed: number; left: number };

type Judged = {
  letter: DeadLetter;
  merchantId?: string | undefined;
  verdict: "remove" | "leave" | "put_back";
  event?: EventRecord | undefined;
  job?: RecoveryJob;
};

/**
 * One batch of the dead-letter queue: removes what has been sent again or needs nothing any more, so that the alarm
 * ends, and puts back what still has work to do. No event depends on it: all of them live in the ledger.
 */
export async function clearDeadLetters(filter: { merchantId?: string | undefined }): Promise<Clearing> {
  const letters = await receiveDeadLetters();
  const messages = new Map(letters.map((letter) => [letter, readAs(parseMessage, letter.body)]));
  const events = await findEvents([...messages.values()].flatMap((message) => message?.eventId ?? []));
  const isMeant = ({ merchantId }: Judged) => !filter.merchantId || merchantId === filter.merchantId;
  const done = letters
    .map((letter) => judge(letter, messages.get(letter), events))
    .filter((judged) => judged.verdict !== "leave" && isMeant(judged));
  const returning = done.filter(({ verdict }) => verdict === "put_back");
  await putBack(returning);
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
  if (!message) return judgeOther(letter);
  const event = events.get(message.eventId);
  const merchantId = event?.merchantId;
  if (!event || event.generation !== message.generation) return { letter, merchantId, verdict: "remove" };
  if (event.delivery === "dead") return { letter, merchantId, verdict: "leave" };
  // The queue's fuse: it was received too often, by crashes or throttling, while the ledger still has attempts.
  return { letter, merchantId, event, verdict: event.delivery === "pending" ? "put_back" : "remove" };
}

/** A recovery that failed too often is tried again; what is no message of ours is left for an operator to look at. */
function judgeOther(letter: DeadLetter): Judged {
  const job = readAs(parseRecoveryJob, letter.body);
  return job
    ? { letter, merchantId: job.merchantId, job, verdict: "put_back" }
    : { letter, verdict: "leave" };
}

async function putBack(returning: Judged[]): Promise<void> {
  await sendCallbacks(returning.flatMap(({ event }) => event ?? []));
  for (const { job } of returning) {
    if (job) await sendRecovery(job);
  }
}

function readAs<T>(parse: (text: string) => T, text: string): T | undefined {
  try {
    return parse(text);
  } catch {
    return undefined;
  }
}
