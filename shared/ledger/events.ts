import { FIRST_VISIT_MS } from "../domain/due-schedule.ts";
import {
  type Applied,
  type DeliveryState,
  EVENT_TTL_SECONDS,
  extendedLife,
  nextDeliveryRound,
} from "../domain/events/event.ts";
import { MAX_LATE_MS } from "../domain/events/feed.ts";
import { expiryAt } from "../domain/time.ts";
import { writeTimeMs } from "../runtime/write-clock.ts";
import { getItem, SentTooLate, type WriteOutcome } from "./client.ts";
import { DUE_ATTRIBUTES, dueAt, dueIn } from "./due.ts";
import {
  type CallbackRecord,
  type EventFacts,
  type EventRecord,
  isDelivery,
  type NewEvent,
} from "./event-record.ts";
import {
  DEATH,
  ENDED_ATTEMPT,
  firstVisit,
  noNewerAttempt,
  notBeingSent,
  onItsWay,
  updateEvent,
} from "./event-writes.ts";
import { absent, NOT_ERASED, RECORDED, UNSEEN } from "./expressions.ts";
import { putItem, updateItem } from "./items.ts";
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
    body: pack(rawBody, event.eventId),
    eventSort: timeSort(writtenAt, event.eventId),
    expiresAt: expiryAt(event.receivedAt, EVENT_TTL_SECONDS),
    generation: 1,
    attempts: 0,
    log: [],
    ...dueIn(eventKey(event.eventId), event.receivedAt, visitMs),
  };
  return putItem(record, UNSEEN, { notAfterMs: writtenAt + MAX_LATE_MS });
}

export const findEvent = (eventId: string): Promise<EventRecord | undefined> => getItem(eventKey(eventId));

/** The callback's own record, unless that is a delivery, which sends the bytes of its event. */
export const findEventOf = async (callback: CallbackRecord): Promise<EventRecord | undefined> =>
  isDelivery(callback) ? findEvent(callback.eventId) : (callback as EventRecord);

type Finished = EventFacts & { applied: Applied; finishedAt: number; enqueuedAt?: number | undefined };

/**
 * Never touches `delivery`, which may already say "delivered". An event with nothing to deliver leaves the due list,
 * unless a merchant has asked for it since it was read. One with a callback stays: the caller takes it off if that has
 * ended. If a reader of the feed may have seen the event unfinished, it takes a new place, where the reader meets it again.
 */
export async function finishEvent(event: FinishedOnce, done: Finished): Promise<EventRecord | undefined> {
  const isSilent = event.delivery === "none";
  const silent = isSilent ? await writeFinished(event, done, true) : undefined;
  if (silent?.written) return silent.item;
  const outcome = await writeFinished(event, done, false);
  return outcome.written ? outcome.item : undefined;
}

/** `finishedAt`: it was finished before, and its place stays. */
type FinishedOnce = Pick<EventRecord, "eventId" | "delivery" | "eventSort" | "finishedAt">;

const writeFinished = (
  event: FinishedOnce,
  done: Finished,
  isSilent: boolean,
): Promise<WriteOutcome<EventRecord>> =>
  writeInTime((writtenAt) => {
    const eventSort = placeOfFinished(event, writtenAt);
    return updateItem<EventRecord>(eventKey(event.eventId), {
      set: { ...done, eventSort },
      remove: ["ownerToken", ...(isSilent ? DUE_ATTRIBUTES : [])],
      onlyIf: [RECORDED, ...(isSilent ? [{ delivery: "none" } as const] : [])],
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

/**
 * The endpoint was disabled while the event waited for its next attempt. An event that is being sent now is left
 * alone: its own attempt finds the endpoint disabled.
 */
export async function holdEvent(event: CallbackRecord, at: number): Promise<boolean> {
  const outcome = await updateEvent<CallbackRecord>(event, {
    set: { delivery: "held" },
    remove: [...ENDED_ATTEMPT, ...DUE_ATTRIBUTES],
    onlyIf: [onItsWay(event), noNewerAttempt(event), notBeingSent(at)],
  });
  return outcome.written;
}

/**
 * Messages of the old round that are still in the queue will be dropped. The condition makes two calls at once start
 * one round. The same write puts the event on the due list, whose sweep sends its message at `sendAt`, or later if
 * the caller has not sent it. undefined: another call was faster.
 */
export async function startDeliveryRound<R extends CallbackRecord>(
  event: R,
  at: number,
  sendAt?: number,
): Promise<R | undefined> {
  const outcome = await updateEvent<CallbackRecord>(event, {
    set: {
      delivery: "pending",
      generation: nextDeliveryRound(event),
      attempts: 0,
      enqueuedAt: at,
      expiresAt: extendedLife(event, at),
      ...messageDue(event, at, sendAt),
      // Its event may have got its payment since.
      ...(isDelivery(event) && { svcPaymentId: event.svcPaymentId }),
    },
    remove: [...DEATH, ...ENDED_ATTEMPT],
    onlyIf: [{ generation: event.generation, delivery: event.delivery }, NOT_ERASED, notBeingSent(at)],
  });
  return ownWrite(
    outcome,
    ({ generation, enqueuedAt }) => generation === nextDeliveryRound(event) && enqueuedAt === at,
  );
}

type Reopened = { svcPaymentId: string; delivery: DeliveryState; endpoints?: string[] | undefined };

/**
 * The payment that the event is about exists now: the event begins again, unfinished, in a new delivery round.
 * undefined: another call was faster, or it is being sent now.
 */
export async function reopenEvent(
  event: EventRecord,
  { at, ...now }: Reopened & { at: number },
): Promise<EventRecord | undefined> {
  const next = nextDeliveryRound(event);
  const outcome = await updateEvent<EventRecord>(event, {
    set: { ...now, generation: next, attempts: 0, reopenedAt: at, ...firstVisit(event, at) },
    remove: ["applied", "finishedAt", "enqueuedAt", ...DEATH, ...ENDED_ATTEMPT],
    onlyIf: [
      {
        generation: event.generation,
        applied: event.applied ?? absent,
        // The list is written whole: an endpoint that was added meanwhile must stay on it.
        endpoints: event.endpoints ?? absent,
      },
      NOT_ERASED,
      notBeingSent(at),
    ],
  });
  const standing = outcome.written ? outcome.item : outcome.existing;
  // An event that is reopened and unfinished is our own write whose reply was lost, or equal to it.
  return standing?.generation === next && standing.finishedAt === undefined ? standing : undefined;
}

/**
 * Its message is in the queue, or the due list sends it. An event that has ended must not return to the list.
 * undefined: it has ended, or another call was faster.
 */
export async function markEnqueued<R extends CallbackRecord>(
  event: R,
  at: number,
  sendAt?: number,
): Promise<R | undefined> {
  const outcome = await updateEvent<CallbackRecord>(event, {
    set: { enqueuedAt: at, expiresAt: extendedLife(event, at), ...messageDue(event, at, sendAt) },
    onlyIf: onItsWay(event),
  });
  return ownWrite(outcome, () => false);
}

const messageDue = (event: CallbackRecord, at: number, sendAt: number | undefined) =>
  sendAt === undefined ? firstVisit(event, at) : dueAt(event, sendAt);

/** Our own write whose reply was lost counts. One that another call made in the same millisecond is equal to it. */
function ownWrite<R extends CallbackRecord>(
  outcome: WriteOutcome<CallbackRecord>,
  isOurs: (standing: CallbackRecord) => boolean,
): R | undefined {
  if (outcome.written) return outcome.item as R;
  return outcome.existing && isOurs(outcome.existing) ? (outcome.existing as R) : undefined;
}
