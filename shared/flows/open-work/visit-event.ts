import { sendCallback, sendDeadLetter } from "../../callbacks/queue.ts";
import { hasEnded, isStranded, TEST_EVENT_TYPE } from "../../domain/event.ts";
import { type EventRecord, markDeadLettered, markEnqueued, takeOffTheList } from "../../ledger/events.ts";
import { findMerchant } from "../../ledger/merchants.ts";
import { count } from "../../metrics.ts";
import { releaseIfEnabled } from "../callbacks/send-again.ts";
import { finishTestEvent } from "../callbacks/send-test-event.ts";
import { resumeEvent } from "../webhook/receive-event.ts";

type EventVisit = "closed_already" | "finished" | "letter_sent" | "released_or_checked" | "on_its_way";

/** An event that somebody must still look at, by where it stands. */
export async function visitEvent(event: EventRecord, at: number, nth: number): Promise<EventVisit> {
  if (event.finishedAt !== undefined && hasEnded(event)) {
    await takeOffTheList(event);
    return "closed_already";
  }
  if (event.finishedAt === undefined) {
    await finish(event, at, nth);
    return "finished";
  }
  if (event.delivery === "dead") {
    await sendDeadLetter(event);
    await markDeadLettered(event, at);
    count("DeadLetters");
    return "letter_sent";
  }
  if (event.delivery === "held") {
    await checkEndpoint(event, at);
    return "released_or_checked";
  }
  return "on_its_way";
}

/** From this visit on a merchant hears of an event that cannot be applied; the ledger goes on trying. */
const FORWARD_FROM_VISIT = 3;

/** The webhook's own steps, from the stored bytes. */
async function finish(event: EventRecord, at: number, nth: number): Promise<void> {
  if (event.type === TEST_EVENT_TYPE) return finishTestEvent(event, at);
  try {
    await resumeEvent(event, at);
  } catch (error) {
    if (nth >= FORWARD_FROM_VISIT && isStranded(event)) {
      await sendCallback(event);
      await markEnqueued(event, at);
    }
    throw error;
  }
}

/** Held, perhaps in the very moment in which the endpoint was enabled: that call may have looked too early. */
async function checkEndpoint(event: EventRecord, at: number): Promise<void> {
  const merchant = await findMerchant(event.merchantId);
  await releaseIfEnabled(event.eventId, merchant, at);
  if (!merchant?.callback || merchant.callback.disabled) await takeOffTheList(event);
}
