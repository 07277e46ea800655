import { isOwnEvent } from "../../domain/events/event.ts";
import { processorSays } from "../../domain/failure.ts";
import type { CallbackRecord, EventRecord } from "../../ledger/event-record.ts";
import { sendCallbacks } from "../../queues/queue.ts";
import { describeError, log } from "../../runtime/logger.ts";
import { startDelivery } from "../deliveries/start-delivery.ts";
import { runConcurrently } from "../run-concurrently.ts";
import { resumeEvent } from "./resume-event.ts";

/**
 * Puts events on the due list to be sent again, each at its own time; answers how many. What is due before the next sweep
 * gets its message from here, the rest from a sweep. Doing it twice does no harm: what is on its way is left alone.
 */
export async function scheduleRedeliveries(
  events: CallbackRecord[],
  at: number,
  sendAt: (event: CallbackRecord) => number,
): Promise<number> {
  const isFinished = ({ finishedAt }: CallbackRecord) => finishedAt !== undefined;
  const soon: (CallbackRecord & { delaySeconds: number })[] = [];
  let sent = await countOf(events.filter(isFinished), async (event) => {
    const dueAt = sendAt(event);
    const started = await startDelivery(event, at, dueAt);
    if (started && dueAt - at < SWEEP_MS)
      soon.push({ ...started, delaySeconds: Math.ceil((dueAt - at) / 1000) });
    return started !== undefined;
  });
  await sendCallbacks(soon).catch((error: unknown) =>
    log("warn", "redeliveries are left to the due list", describeError(error)),
  );
  // One after the other: each asks the processor.
  for (const event of events.filter((one) => !isFinished(one))) {
    // Only an event can be unfinished, never a delivery.
    if (await applyAndSchedule(event as EventRecord, at, sendAt(event))) sent++;
  }
  return sent;
}

const SWEEP_MS = 60_000;

/** Hundreds a second. */
const WRITES_AT_ONCE = 20;

/** Does something with each event; answers for how many it was done. */
export const countOf = async <R extends CallbackRecord>(
  events: R[],
  isDone: (event: R) => Promise<boolean>,
): Promise<number> => (await runConcurrently(events, WRITES_AT_ONCE, isDone)).filter(Boolean).length;

const schedule = async (event: CallbackRecord, at: number, sendAt: number): Promise<boolean> =>
  (await startDelivery(event, at, sendAt)) !== undefined;

/** What was never applied is applied first: the merchant must not hear of what the ledger does not know. */
async function applyAndSchedule(event: EventRecord, at: number, sendAt: number): Promise<boolean> {
  if (isOwnEvent(event)) return schedule(event, at, sendAt);
  try {
    const { forwarded } = await resumeEvent(event, at);
    return forwarded || (await schedule(event, at, sendAt));
  } catch (error) {
    if (processorSays(error) === "slow_down") throw error;
    // It stays on the due list, whose visits go on trying.
    log("error", "an event to be sent again cannot be applied", describeError(error));
    return false;
  }
}
