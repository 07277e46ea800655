import { FIRST_VISIT_MS } from "../domain/due-schedule.ts";
import {
  type Applied,
  type DeliveryState,
  EVENT_TTL_SECONDS,
  type EventSource,
} from "../domain/events/event.ts";
import { MAX_LATE_MS } from "../domain/events/feed.ts";
import type { Dispute } from "../domain/payments/payment.ts";
import { writeTimeMs } from "../runtime/invocation.ts";
import { getItem, SentTooLate, type WriteOutcome } from "./client.ts";
import { absent, putItem, RECORDED, UNSEEN, ungrown, updateItem } from "./expressions.ts";
import {
  DUE_ATTRIBUTES,
  type DueAttributes,
  deliveryKey,
  dueAt,
  eventKey,
  expiryAt,
  type Key,
  pack,
  timeOfSort,
  timeSort,
  unpack,
} from "./table.ts";

export type AttemptRecord = {
  deliveryRound: number;
  attempt: number;
  at: number;
  milliseconds: number;
  status?: number | undefined;
  error?: string | undefined;
  /** The beginning of the receiver's answer; shown to this merchant only. */
  answer?: string | undefined;
  nextAttemptAt?: number | undefined;
  /** Of a body that was rendered; absent: the event's own bytes were sent. */
  payload?: "service" | undefined;
  version?: number | undefined;
  bodySha256?: string | undefined;
};

export type NewEvent = {
  eventId: string;
  type: string;
  merchantId: string;
  accountId: string;
  svcPaymentId?: string | undefined;
  /** Of a failed attempt to pay. */
  declineCode?: string | undefined;
  /** Of a payment that was canceled. */
  cancellationReason?: string | undefined;
  source: EventSource;
  traceId: string;
  rawBody: Uint8Array | string;
  receivedAt: number;
  /** The endpoints that are told of it, each by a delivery of its own; absent: none. */
  endpoints?: string[] | undefined;
};

/** The processor's bytes, and what was applied. Until it is finished, it is on the due list (see domain/due-schedule.ts). */
export type EventRecord = Key &
  Partial<DueAttributes> &
  Omit<NewEvent, "rawBody"> & {
    /** Packed: `eventBody` has the bytes. */
    body: Uint8Array;
    eventSort: string;
    expiresAt: number;
    applied?: Applied;
    finishedAt?: number;
    erasedAt?: number;
    /** What the payment was after the event, where the event is about that. */
    refundedCents?: number;
    captureBefore?: number;
    dispute?: Dispute;
    refund?: AppliedRefund;
  };

/** How an event's callback to one endpoint stands. Until it has ended, it is on the due list. */
export type DeliveryRecord = Key &
  Partial<DueAttributes> &
  Pick<
    EventRecord,
    "eventId" | "type" | "merchantId" | "svcPaymentId" | "traceId" | "receivedAt" | "expiresAt"
  > & {
    endpointId: string;
    /** Its place among the endpoint's deliveries. */
    deliverySort: string;
    delivery: DeliveryState;
    deliveryRound: number;
    roundStartedAt: number;
    attempts: number;
    log: AttemptRecord[];
    leaseExpiresAt?: number;
    /** A function recognizes its own claim by it. */
    attemptToken?: string;
    nextAttemptAt?: number;
    deadLetteredAt?: number;
    /** When its last attempt failed; absent once it is sent again. */
    diedAt?: number;
    deadShard?: string;
    deadSort?: string;
    erasedAt?: number;
  };

/** What is shown of a delivery; of one that is not made yet nothing else is known. */
export type DeliveryStanding = Pick<
  DeliveryRecord,
  "endpointId" | "delivery" | "deliveryRound" | "attempts" | "nextAttemptAt" | "log"
>;

/** Shown beside the event on the payment's timeline. */
export type EventFacts = {
  refundedCents?: number | undefined;
  captureBefore?: number | undefined;
  dispute?: Dispute | undefined;
  refund?: AppliedRefund | undefined;
};

export type AppliedRefund = {
  refundId: string;
  status: string;
  amountCents: number;
  failureReason: string | null;
};

/** undefined: what is stored is damaged. */
export function readableBody(event: Pick<EventRecord, "body">): Buffer | undefined {
  try {
    return eventBody(event);
  } catch {
    return undefined;
  }
}

export const eventBody = ({ body }: Pick<EventRecord, "body">): Buffer => unpack(body);

/** By the processor's clock. undefined: the body is damaged, or was emptied when its merchant was erased. */
export function createdSecondsOf(event: Pick<EventRecord, "body">): number | undefined {
  const text = readableBody(event)?.toString("utf8") ?? "";
  const { created }: { created?: unknown } = text === "" ? {} : JSON.parse(text);
  return Number.isInteger(created) ? Number(created) : undefined;
}

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
    ...dueAt(eventKey(event.eventId), event.receivedAt + visitMs),
  };
  return putItem(record, UNSEEN, { notAfterMs: writtenAt + MAX_LATE_MS });
}

export const findEvent = (eventId: string): Promise<EventRecord | undefined> => getItem(eventKey(eventId));

/** On the due list from this write on: its message may be lost. If there is one already, that one is answered. */
export function createDelivery(
  event: EventRecord,
  endpointId: string,
  at: number,
): Promise<WriteOutcome<DeliveryRecord>> {
  const { eventId, type, merchantId, svcPaymentId, traceId, receivedAt, expiresAt, eventSort } = event;
  const key = deliveryKey(eventId, endpointId);
  const delivery: DeliveryRecord = {
    ...key,
    eventId,
    endpointId,
    type,
    merchantId,
    svcPaymentId,
    traceId,
    receivedAt,
    expiresAt,
    deliverySort: eventSort,
    delivery: "pending",
    deliveryRound: 1,
    roundStartedAt: at,
    attempts: 0,
    log: [],
    ...dueAt(key, at + FIRST_VISIT_MS.event),
  };
  return putItem(delivery, UNSEEN);
}

type Finished = EventFacts & { applied: Applied; finishedAt: number };

/** `finishedAt`: it was finished before, and its place stays. What an endpoint was added for since stays on the due list. */
type FinishedOnce = Pick<EventRecord, "eventId" | "eventSort" | "finishedAt" | "endpoints">;

/**
 * All of its deliveries are made: it leaves the due list. If a reader of the feed may have seen the event unfinished, it
 * takes a new place, where the reader meets it again. Nothing is written where another call has finished it since it was read,
 * or where it was unfinished and has got an endpoint since: then whoever takes it from the due list finishes it.
 */
export const finishEvent = (event: FinishedOnce, done: Finished): Promise<unknown> =>
  writeInTime((writtenAt) => {
    const eventSort = placeOfFinished(event, writtenAt);
    return updateItem<EventRecord>(eventKey(event.eventId), {
      set: { ...done, eventSort },
      remove: event.finishedAt === undefined ? DUE_ATTRIBUTES : [],
      onlyIf: [
        RECORDED,
        event.finishedAt === undefined
          ? { finishedAt: absent, endpoints: event.endpoints ? ungrown(event.endpoints) : absent }
          : { finishedAt: event.finishedAt },
      ],
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
