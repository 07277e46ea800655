import type { Applied, DeliveryState, EventSource } from "../domain/events/event.ts";
import type { Dispute } from "../domain/payments/payment.ts";
import type { DueAttributes } from "./due.ts";
import { unpack } from "./packed.ts";
import type { Key } from "./table.ts";

export type AttemptRecord = {
  generation: number;
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
  /** Of the call that recorded it and will finish it; absent once that call has released it. */
  ownerToken?: string | undefined;
  rawBody: Uint8Array | string;
  receivedAt: number;
  delivery: DeliveryState;
  /** The further endpoints that are told of it too, each by a delivery of its own; absent: none. */
  endpoints?: string[] | undefined;
};

/**
 * How a callback stands: an event's own, which is the one to the first endpoint, or a delivery to a further one. Both are
 * claimed, tried, held, ended and sent again by the same writes. Until it is closed, it is on the due list.
 */
export type CallbackRecord = Key &
  Partial<DueAttributes> &
  Pick<
    NewEvent,
    "eventId" | "type" | "merchantId" | "svcPaymentId" | "traceId" | "receivedAt" | "delivery"
  > & {
    /** Of a delivery to a further endpoint. */
    endpointId?: string;
    expiresAt: number;
    /** The delivery round: see deliveryRoundOf. */
    generation: number;
    attempts: number;
    log: AttemptRecord[];
    /** A delivery is made when its event is to be sent: it has nothing to finish. */
    finishedAt?: number;
    enqueuedAt?: number;
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

export type DeliveryRecord = CallbackRecord & { endpointId: string };

export const isDelivery = (record: CallbackRecord): record is DeliveryRecord =>
  record.endpointId !== undefined;

/** Until it is closed, an event is on the due list (see domain/due-schedule.ts). */
export type EventRecord = CallbackRecord &
  Omit<NewEvent, "rawBody"> & {
    /** Packed: `eventBody` has the bytes. */
    body: Uint8Array;
    eventSort: string;
    applied?: Applied;
    /** When it began again because its payment was found. */
    reopenedAt?: number;
    /** What the payment was after the event, where the event is about that. */
    refundedCents?: number;
    captureBefore?: number;
    dispute?: Dispute;
    refund?: AppliedRefund;
  };

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
