import { FIRST_VISIT_MS } from "../domain/due-schedule.ts";
import { type Applied, EVENT_TTL_SECONDS } from "../domain/events/event.ts";
import { MAX_LATE_MS } from "../domain/events/feed.ts";
import { expiryAt } from "../domain/time.ts";
import { writeTimeMs } from "../runtime/invocation.ts";
import { getItem, SentTooLate, type WriteOutcome } from "./client.ts";
import { DUE_ATTRIBUTES, dueIn } from "./due.ts";
import type { EventFacts, EventRecord, NewEvent } from "./event-record.ts";
import { absent, NOT_ERASED, putItem, RECORDED, UNSEEN, updateItem } from "./expressions.ts";
import { pack } from "./packed.ts";
import { eventKey, timeOfSort, timeSort } from "./table.ts";

/**
 * Written before anything else happens, so the event cannot be lost from here on. Its place in the feed is the time
 * of this write. A function that was frozen before the write takes a new place.
 */
export const recordEvent = (
  event: NewEvent,
  visitMs: number = FIRST_VISIT_MS.event,
): Promise<WriteOutcome<EventRecord>> =>
  writeInTime((writtenAt) => writeNewEvent(event, { writtenAt, visitMs }));

async function writeInTime<T>(write: (writtenAt: number) => Promise<T>): Promise<T> {
  for (let nth = 1; ; nth++) {
    try {
      return await write(writeTimeMs());
    } catch (error) {
      if (!(error instanceof SentTooLate) || nth === MAX_WRITES) throw error;
    }
  }
}

const MAX_WRITES = 3;

function writeNewEvent(
  { rawBody, ...event }: NewEvent,
  { writtenAt, visitMs }: { writtenAt: number; visitMs: number },
): Promise<WriteOutcome<EventRecord>> {
  const record: EventRecord = {
    ...eventKey(event.eventId),
    ...event,
    body: pack(rawBody),
    eventSort: timeSort(writtenAt, event.eventId),
    expiresAt: expiryAt(event.receivedAt, EVENT_TTL_SECONDS),
    ...dueIn(eventKey(event.eventId), event.receivedAt, visitMs),
  };
  return putItem(record, UNSEEN, { notAfterMs: writtenAt + MAX_LATE_MS });
}

export const findEvent = (eventId: string): Promise<EventRecord | undefined> => getItem(eventKey(eventId));

type Finished = EventFacts & { applied: Applied; finishedAt: number };

/** `finishedAt`: it was finished before, and its place stays. */
type FinishedOnce = Pick<EventRecord, "eventId" | "eventSort" | "finishedAt">;

/**
 * All of its deliveries are made: it leaves the due list. If a reader of the feed may have seen the event unfinished, it
 * takes a new place, where the reader meets it again.
 */
export const finishEvent = (event: FinishedOnce, done: Finished): Promise<unknown> =>
  writeInTime((writtenAt) => {
    const eventSort = placeOfFinished(event, writtenAt);
    return updateItem<EventRecord>(eventKey(event.eventId), {
      set: { ...done, eventSort },
      remove: ["ownerToken", ...DUE_ATTRIBUTES],
      onlyIf: RECORDED,
      notAfterMs: lastSendOf(eventSort ?? event.eventSort, event),
    });
  });

/** undefined: no reader can have seen it unfinished, or it was finished before. */
const placeOfFinished = (
  { eventId, eventSort, finishedAt }: FinishedOnce,
  writtenAt: number,
): string | undefined =>
  finishedAt === undefined && writtenAt > timeOfSort(eventSort) + MAX_LATE_MS
    ? timeSort(writtenAt, eventId)
    : undefined;

const lastSendOf = (place: string, { finishedAt }: FinishedOnce): number | undefined =>
  finishedAt === undefined ? timeOfSort(place) + MAX_LATE_MS : undefined;

/** The call that recorded it could not finish it. The processor's next delivery may, without waiting for a visit. */
export const releaseEvent = ({ eventId }: EventRecord, ownerToken: string): Promise<unknown> =>
  updateItem<EventRecord>(eventKey(eventId), {
    remove: ["ownerToken"],
    onlyIf: { ownerToken, finishedAt: absent },
  });

type Reopened = { svcPaymentId: string; endpoints?: string[] | undefined };

/**
 * The payment that the event is about exists now: the event begins again, unfinished. undefined: another call was faster.
 */
export async function reopenEvent(
  event: EventRecord,
  { at, ...now }: Reopened & { at: number },
): Promise<EventRecord | undefined> {
  const outcome = await updateItem<EventRecord>(eventKey(event.eventId), {
    set: { ...now, ...dueIn(event, at, FIRST_VISIT_MS.event) },
    remove: ["applied", "finishedAt"],
    onlyIf: [
      {
        applied: event.applied ?? absent,
        // The list is written whole: an endpoint that was added meanwhile must stay on it.
        endpoints: event.endpoints ?? absent,
      },
      NOT_ERASED,
    ],
  });
  const standing = outcome.written ? outcome.item : outcome.existing;
  // An event that is unfinished and names the payment is our own write whose reply was lost, or equal to it.
  const isReopened = standing?.finishedAt === undefined && standing?.svcPaymentId === now.svcPaymentId;
  return isReopened ? standing : undefined;
}
