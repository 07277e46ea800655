import type { Applied, DeliveryState, EventSource } from "../domain/events/event.ts";
import type { Dispute } from "../domain/payments/payment.ts";
import type { DueAttributes } from "./due.ts";
import { unpack } from "./packed.ts";
import type { Key } from "./table.ts";

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
  /** Of the call that recorded it and will finish it; absent once that call has released it. */
  ownerToken?: string | undefined;
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
